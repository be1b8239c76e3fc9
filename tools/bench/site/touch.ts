import type { Browser } from '@playwright/test'
import { phone, slowDown } from '../../../tests/support/browser/phone.ts'

/** The tapped element, and what then has to be on screen. */
interface Touch {
  readonly target: string
  readonly answer: string
}

export const touches = {
  question: { target: 'summary', answer: 'details[open] > :not(summary)' },
  form: { target: '#demo form button', answer: '#notices [role=alert] *' },
} as const satisfies Record<string, Touch>

/** Milliseconds from the first touch of a fresh page to the frame that shows the answer. */
export async function timeTouch(browser: Browser, url: string, touch: Touch): Promise<number> {
  const context = await browser.newContext(phone)
  const page = await context.newPage()
  await slowDown(page)
  await page.goto(url, { waitUntil: 'networkidle' })
  const target = page.locator(touch.target).first()
  await target.scrollIntoViewIfNeeded()
  // Scrolling paints; the touch is timed on a page at rest.
  await page.waitForLoadState('networkidle')
  const timing = page.evaluate(
    (answer) =>
      new Promise<number>((resolve) => {
        addEventListener(
          'pointerdown',
          ({ timeStamp }) => {
            const look = () => {
              if (document.querySelector(answer)?.checkVisibility() !== true) {
                requestAnimationFrame(look)
                return
              }
              // A task that is asked for in a frame runs when that frame is painted.
              setTimeout(() => resolve(performance.now() - timeStamp))
            }
            look()
          },
          { capture: true, once: true },
        )
      }),
    touch.answer,
  )
  await target.tap()
  const durationMs = await timing
  await context.close()
  return durationMs
}
