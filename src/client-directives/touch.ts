import type { ClientDirective } from 'astro'

const signs = ['pointerover', 'pointerdown', 'touchstart', 'focusin', 'keydown'] as const
const acts = ['click', 'submit'] as const

/**
 * `client:touch`: an island costs nothing until a person touches it. What they press meanwhile is
 * held and done once, as soon as somebody is there to hear it.
 */
const touch: ClientDirective = (load, _options, island) => {
  let held: HTMLElement | undefined
  let awake = false

  const wake = async () => {
    if (awake) return
    awake = true
    await nextPaint()
    preload(island)
    const hydrate = await load()
    await hydrate()
    for (const sign of signs) island.removeEventListener(sign, wake)
    for (const act of acts) island.removeEventListener(act, hold, true)
    // A click makes React finish hydrating what is clicked before it answers. Had the code not
    // arrived, the click would do what the HTML says.
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

/** The button that an act is about: a form that is sent without one is sent by its first. */
function buttonOf(event: Event): HTMLElement | undefined {
  if (!(event.target instanceof Element)) return undefined
  const selector = 'button, [type=submit]'
  const found =
    event.type === 'submit' ? event.target.querySelector(selector) : event.target.closest(selector)
  return found instanceof HTMLElement ? found : undefined
}

/** What the HTML does by itself at a touch, such as opening a question, comes before any code. */
function nextPaint(): Promise<void> {
  return new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)))
}

/** All that the island needs is asked for at once; its imports would ask for it in turns. */
function preload(island: Element): void {
  for (const href of island.getAttribute('preload')?.split(' ') ?? []) {
    const link = document.createElement('link')
    link.rel = 'modulepreload'
    link.href = href
    document.head.append(link)
  }
}
