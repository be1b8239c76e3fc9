import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { policyElementIds, showPolicy } from '../../../src/lib/policy/policy-page.ts'

const ids = policyElementIds

beforeEach(() => {
  document.documentElement.lang = 'en'
  document.body.innerHTML = `<h1 id="${ids.title}">Built</h1>
    <p data-waiting><time id="${ids.effective}" datetime="2026-01-02">Built day</time></p>
    <p id="${ids.state}" data-unavailable="Not available now">Loading</p>
    <div id="${ids.sections}"><p>Built section</p></div>
    <p data-waiting><time id="${ids.updated}" datetime="2026-01-02">Built day</time></p>`
})

afterEach(() => vi.unstubAllGlobals())

const part = (name: keyof typeof ids) => document.getElementById(ids[name])

async function show(answer: unknown, init?: ResponseInit) {
  const fetched = vi.fn(async (_url: string, _options: RequestInit) => {
    if (answer === undefined) throw new TypeError('Failed to fetch')
    return Response.json(answer, init)
  })
  vi.stubGlobal('fetch', fetched)
  await showPolicy('/api')
  return fetched
}

const policy = {
  title: 'Privacy',
  effective_date: '2026-03-04T00:00:00Z',
  last_updated: '2026-05-06',
  sections: [
    { title: 'First', content: 'Some <b>text</b>' },
    { content: 'Without a title' },
    'nonsense',
  ],
}

test('the policy of the server takes the place of the built one, as text', async () => {
  const fetched = await show(policy)
  expect(fetched.mock.calls[0]).toMatchObject([
    '/api/privacy-policy',
    { headers: { accept: 'application/json' } },
  ])
  expect(part('title')?.textContent).toBe('Privacy')
  const texts = [...(part('sections')?.children ?? [])].map((section) => [
    section.tagName,
    [...section.children].map(({ tagName, textContent }) => `${tagName} ${textContent}`),
  ])
  expect(texts).toEqual([
    ['SECTION', ['H2 First', 'P Some <b>text</b>']],
    ['SECTION', ['P Without a title']],
    ['SECTION', ['P ']],
  ])
  for (const [name, day, machine] of [
    ['effective', 'Mar 4, 2026', '2026-03-04'],
    ['updated', 'May 6, 2026', '2026-05-06'],
  ] as const) {
    expect(part(name)?.textContent).toBe(day)
    expect(part(name)?.getAttribute('datetime')).toBe(machine)
    expect(part(name)?.parentElement?.hasAttribute('data-waiting')).toBe(false)
  }
  expect(part('state')?.hidden).toBe(true)
})

test('a page in another language asks for its policy', async () => {
  part('state')?.setAttribute('data-query', '?locale=ar')
  const fetched = await show(policy)
  expect(fetched.mock.calls[0]?.[0]).toBe('/api/privacy-policy?locale=ar')
})

test('an Arabic page names the month as in Jordan, with Western digits', async () => {
  part('state')?.setAttribute('data-locale', 'ar-JO-u-nu-latn')
  await show(policy)
  expect(part('effective')?.textContent).toBe('4 آذار 2026')
  expect(part('updated')?.textContent).toBe('6 أيار 2026')
})

test('a policy without most of it is shown as far as possible, with the day of the first as that of the last change', {
  tags: ['R008', 'R254'],
}, async () => {
  await show({ title: 'Short', effective_date: 'soon', sections: null })
  expect(part('title')?.textContent).toBe('Short')
  for (const name of ['effective', 'updated'] as const) {
    expect(part(name)?.textContent).toBe('soon')
  }
  expect(part('sections')?.textContent).toBe('')
  await show({ ...policy, last_updated: undefined })
  expect(part('updated')?.textContent).toBe('Mar 4, 2026')
})

test('a policy is waited for between 10 and 30 seconds', { tags: ['R257'] }, async () => {
  const wait = vi.spyOn(AbortSignal, 'timeout')
  const fetched = await show(policy)
  const [milliseconds = 0] = wait.mock.calls[0] ?? []
  expect(milliseconds).toBeGreaterThanOrEqual(10_000)
  expect(milliseconds).toBeLessThanOrEqual(30_000)
  expect(fetched.mock.calls[0]?.[1].signal).toBe(wait.mock.results[0]?.value)
})

test.each([
  ['a refusal', policy, { status: 503 }, 'the server refused with 503'],
  ['something else', ['no policy'], {}, 'the answer is not a policy'],
  ['a lost network', undefined, {}, 'Failed to fetch'],
] as const)(
  'after %s the page says so and logs why',
  {
    tags: ['R257', 'R368'],
  },
  async (_, answer, init, why) => {
    const log = vi.spyOn(console, 'error').mockImplementation(() => {})
    await show(answer, init)
    expect(part('state')?.textContent).toBe('Not available now')
    expect(part('state')?.hidden).toBe(false)
    expect(part('title')?.textContent).toBe('Built')
    expect(log.mock.calls).toEqual([['Privacy policy:', expect.objectContaining({ message: why })]])
    log.mockRestore()
  },
)
