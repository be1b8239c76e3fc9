import type { BrowserContext, Page } from '@playwright/test'

/** When things happened in a page, in ms since the epoch, so that two tabs can be compared. */
interface FormSeen {
  /** The sign-in form was painted at /login. */
  readonly paintedMs: number
  /** The first answer with a 401 had arrived; 0 without one. */
  readonly rejectedMs: number
  /** The last click; 0 without one. */
  readonly clickedMs: number
  /** What notices said, if any. */
  readonly notices: readonly string[]
}

/** Lets every page of the context note what `formSeen` tells. */
export async function watchForForm(context: BrowserContext): Promise<void> {
  await context.addInitScript(() => {
    const notices = new Set<string>()
    const seen = { paintedMs: 0, clickedMs: 0, notices }
    Reflect.set(window, 'seen', seen)
    const now = () => performance.timeOrigin + performance.now()
    addEventListener('click', () => Object.assign(seen, { clickedMs: now() }), { capture: true })
    const look = () => {
      for (const { textContent } of document.querySelectorAll('.notice')) notices.add(textContent)
      const field = document.querySelector('input[type=password]')
      if (location.pathname !== '/login' || field?.checkVisibility() !== true) return
      // A task that is asked for in a frame runs when that frame is painted.
      requestAnimationFrame(() =>
        setTimeout(() => {
          seen.paintedMs ||= now()
        }),
      )
    }
    const all = { attributes: true, childList: true, characterData: true, subtree: true }
    new MutationObserver(look).observe(document, all)
  })
}

/** @returns what the page noted, once the sign-in form is painted */
export async function formSeen(page: Page): Promise<FormSeen> {
  await page.waitForFunction(() => Reflect.get(window, 'seen').paintedMs > 0)
  return page.evaluate(() => {
    const { paintedMs, clickedMs, notices } = Reflect.get(window, 'seen')
    const rejected = performance
      .getEntriesByType('resource')
      .filter((entry) => entry instanceof PerformanceResourceTiming)
      .filter(({ responseStatus }) => responseStatus === 401)
      .map(({ responseEnd }) => performance.timeOrigin + responseEnd)
    const rejectedMs = rejected.length === 0 ? 0 : Math.min(...rejected)
    return { paintedMs, clickedMs, rejectedMs, notices: [...notices] }
  })
}
