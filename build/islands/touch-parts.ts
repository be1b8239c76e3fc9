interface TouchedModule {
  readonly onTouch: (part: HTMLElement) => void
}

/* The script of `Touch.astro`. It travels in the HTML, so it is short. */
for (const part of document.querySelectorAll<HTMLElement>('[data-touch]')) {
  const listening = new AbortController()
  const { signal } = listening
  let held: SubmitEvent | undefined
  /** The code is on its way, or there. */
  let isAwake = false
  let isSubmitting = false

  const wake = async ({ type }: Event) => {
    const { touch, preload = '' } = part.dataset
    if (isAwake || isSubmitting || touch === undefined) return
    isAwake = true
    const { catalogue = '' } = document.documentElement.dataset
    // All at once instead of one after another.
    for (const href of `${preload} ${catalogue}`.trim().split(' ')) {
      request(
        href.endsWith('.js')
          ? { rel: 'modulepreload', href }
          : { rel: 'preload', as: 'fetch', crossOrigin: '', href },
      )
    }
    try {
      const module: TouchedModule = await import(/* @vite-ignore */ touch)
      // Parts of one module wake together.
      for (const of of document.querySelectorAll<HTMLElement>(`[data-touch="${touch}"]`)) {
        module.onTouch(of)
        of.removeAttribute('data-touch')
      }
      listening.abort()
    } catch (error) {
      console.error('touch', error)
      // The next touch tries again.
      isAwake = false
      if (type !== 'wake') part.querySelector('[role=alert]')?.removeAttribute('hidden')
    }
    part.ariaBusy = null
    // Without its code the form is submitted as its HTML says.
    isSubmitting = true
    if (held?.target instanceof HTMLFormElement) held.target.requestSubmit(held.submitter)
    held = undefined
    isSubmitting = false
  }

  for (const sign of ['pointerover', 'dragover', 'focusin', 'change', 'submit', 'wake']) {
    part.addEventListener(sign, wake, { signal })
  }
  /** A submit is performed once, when the code is there. */
  const hold = (event: SubmitEvent) => {
    if (isSubmitting || part.dataset.touch === undefined) return
    event.preventDefault()
    part.ariaBusy = 'true'
    held = event
  }
  part.addEventListener('submit', hold, { signal })
}

function request(link: Partial<HTMLLinkElement>): void {
  document.head.append(Object.assign(document.createElement('link'), link))
}
