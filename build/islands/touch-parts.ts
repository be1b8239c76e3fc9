interface TouchedModule {
  readonly onTouch: (part: HTMLElement) => void
}

/* The script of `Touch.astro`. It travels in the HTML, so it is short. */
for (const part of document.querySelectorAll<HTMLElement>('[data-touch]')) {
  const listening = new AbortController()
  const { signal } = listening
  let held: SubmitEvent | undefined
  let isAwake = false

  const wake = async () => {
    if (isAwake) return
    isAwake = true
    const { touch = '', preload = '' } = part.dataset
    const { catalogue } = document.documentElement.dataset
    // All at once instead of one after another.
    for (const href of `${preload} ${catalogue ?? ''}`.trim().split(' ')) {
      request(
        href.endsWith('.js')
          ? { rel: 'modulepreload', href }
          : { rel: 'preload', as: 'fetch', crossOrigin: '', href },
      )
    }
    try {
      const module: TouchedModule = await import(/* @vite-ignore */ touch)
      module.onTouch(part)
      part.removeAttribute('data-touch')
    } catch (error) {
      console.error('touch', error)
    }
    listening.abort()
    // Without its code the form is submitted as its HTML says.
    if (held?.target instanceof HTMLFormElement) held.target.requestSubmit(held.submitter)
  }

  for (const sign of ['pointerover', 'dragover', 'focusin', 'change', 'submit']) {
    part.addEventListener(sign, wake, { signal })
  }
  /** A submit is performed once, when the code is there. */
  const hold = (event: SubmitEvent) => {
    event.preventDefault()
    held = event
  }
  part.addEventListener('submit', hold, { signal })
}

function request(link: Partial<HTMLLinkElement>): void {
  document.head.append(Object.assign(document.createElement('link'), link))
}
