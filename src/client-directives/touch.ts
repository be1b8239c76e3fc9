import type { ClientDirective } from 'astro'

const signs = ['pointerover', 'pointerdown', 'touchstart', 'focusin', 'keydown'] as const
const acts = ['click', 'submit'] as const

/**
 * `client:touch`: an island is loaded when the user first touches it. A click or submit meanwhile is
 * held and replayed once after hydration.
 */
const touch: ClientDirective = (load, _options, island) => {
  let held: HTMLElement | undefined
  let awake = false

  const wake = async () => {
    if (awake) return
    awake = true
    preload(island)
    await nextPaint()
    const hydrate = await load()
    await hydrate()
    for (const sign of signs) island.removeEventListener(sign, wake)
    for (const act of acts) island.removeEventListener(act, hold, true)
    // React finishes hydrating an element before it handles a click on it. If the code could not be
    // loaded, the click has its native effect.
    held?.click()
  }

  const hold = (event: Event) => {
    const button = buttonOf(event)
    if (button === undefined) return
    event.preventDefault()
    event.stopPropagation()
    held = button
    void wake()
  }

  for (const sign of signs) island.addEventListener(sign, wake, { passive: true })
  for (const act of acts) island.addEventListener(act, hold, true)
}

export default touch

/** The button of an event; a form that is submitted without one uses its first button. */
function buttonOf(event: Event): HTMLElement | undefined {
  if (!(event.target instanceof Element)) return undefined
  const selector = 'button, [type=submit]'
  const found =
    event.type === 'submit' ? event.target.querySelector(selector) : event.target.closest(selector)
  return found instanceof HTMLElement ? found : undefined
}

/** Lets the native effect of a touch, such as opening a question, be painted before code runs. */
function nextPaint(): Promise<void> {
  return new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)))
}

/** Requests all modules of the island, and their words, at once instead of one after another. */
function preload(island: Element): void {
  for (const href of island.getAttribute('preload')?.split(' ') ?? []) {
    request({ rel: 'modulepreload', href })
  }
  const { messages } = document.documentElement.dataset
  if (messages) request({ rel: 'preload', as: 'fetch', crossOrigin: '', href: messages })
}

function request(link: Partial<HTMLLinkElement>): void {
  document.head.append(Object.assign(document.createElement('link'), link))
}
