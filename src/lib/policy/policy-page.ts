/*
 * The script of /privacy-policy. It imports nothing, because a module shared with the dashboards would
 * become a separate file and request; now everything is in the page. For the same reason it checks the
 * response by hand; the schema with its parser is ten times as large. The format is that of
 * `contract/policy/policy.ts`.
 */

export const policyElementIds = {
  title: 'policy-title',
  effective: 'policy-effective',
  state: 'policy-state',
  sections: 'policy-sections',
  updated: 'policy-updated',
} as const

const timeoutMs = 20_000

/** Fetches the policy and shows it, as text only (R009, R250-R258); failure is logged only. */
export async function showPolicy(base: string): Promise<void> {
  const state = element('state')
  try {
    const answer = await fetch(`${base}/privacy-policy${state.dataset.query ?? ''}`, {
      headers: { accept: 'application/json' },
      signal: AbortSignal.timeout(timeoutMs),
    })
    if (!answer.ok) throw new Error(`the server refused with ${answer.status}`)
    render(await answer.json())
    state.hidden = true
  } catch (error) {
    state.textContent = state.dataset.unavailable ?? ''
    console.error('Privacy policy:', error)
  }
}

function render(policy: unknown): void {
  const title = text(policy, 'title')
  if (title === '') throw new Error('the answer is not a policy')
  element('title').textContent = title
  const sections = field(policy, 'sections')
  element('sections').replaceChildren(
    ...(Array.isArray(sections) ? sections : []).map((section: unknown) => {
      const part = document.createElement('section')
      const heading = text(section, 'title')
      if (heading !== '') part.append(filled('h2', heading))
      part.append(filled('p', text(section, 'content')))
      return part
    }),
  )
  const effective = text(policy, 'effective_date')
  showDay('effective', effective)
  showDay('updated', text(policy, 'last_updated') || effective)
}

/**
 * Shows a formatted date; invalid text is shown unchanged. The page already contains the formatted dates
 * of the build, because the first date format takes 60 ms on a slow phone.
 */
function showDay(name: 'effective' | 'updated', value: string): void {
  const time = element(name)
  const date = value.slice(0, 10)
  const { locale } = element('state').dataset
  if (time.getAttribute('datetime') !== date) {
    const day = new Date(`${date}T00:00Z`)
    const readable = !Number.isNaN(day.getTime())
    if (readable) time.setAttribute('datetime', date)
    else time.removeAttribute('datetime')
    time.textContent = readable
      ? day.toLocaleDateString(locale ?? 'en', {
          dateStyle: locale ? 'long' : 'medium',
          timeZone: 'UTC',
        })
      : value
  }
  if (value !== '') time.parentElement?.removeAttribute('data-waiting')
}

function filled(tag: 'h2' | 'p', words: string): HTMLElement {
  const made = document.createElement(tag)
  made.textContent = words
  return made
}

function field(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined
}

function text(value: unknown, name: string): string {
  const found = field(value, name)
  return typeof found === 'string' ? found : ''
}

function element(name: keyof typeof policyElementIds): HTMLElement {
  const found = document.getElementById(policyElementIds[name])
  if (found === null) throw new Error(`the page has no ${name}`)
  return found
}
