import type { Browser } from '@playwright/test'
import { phone, slowDown } from '../../../tests/support/browser/phone.ts'

/** The page that shows what the network alone takes for the demo form's code. */
export const floorFormPath = '/floor-form'

/** A touch of the front page, and the same touch of a page that does the least for it. */
const touches = [
  {
    name: 'question, tap to open',
    target: '#faq summary',
    /** Its result on the screen. */
    answer: '#faq details[open] > :not(summary)',
    floor: '/floor',
    /** A few frames vary more than bytes on a line do. */
    runs: 20,
    limit: 1.5,
  },
  {
    name: 'form, first touch to alert',
    target: '#demo form button',
    answer: '#notices [role=alert] *',
    floor: floorFormPath,
    runs: 5,
    limit: 1.3,
  },
] as const

export type TouchTimes = Awaited<ReturnType<typeof measureTouches>>[number]

/** In turn, so that a machine that is busy for a while is so for all of them. */
export async function measureTouches(browser: Browser, url: string) {
  const none: readonly number[] = []
  const measured = touches.map((touch) => ({ ...touch, ms: [...none], floorMs: [...none] }))
  for (const touch of measured) {
    for (let run = 0; run < touch.runs; run += 1) {
      touch.ms.push(await timeTouch(browser, `${url}/`, touch))
      touch.floorMs.push(await timeTouch(browser, url + touch.floor, touch))
    }
  }
  return measured
}

/** Milliseconds from the first touch of a fresh page to the frame that shows the answer. */
async function timeTouch(
  browser: Browser,
  url: string,
  { target: selector, answer: shown }: (typeof touches)[number],
): Promise<number> {
  const context = await browser.newContext(phone)
  const page = await context.newPage()
  await slowDown(page)
  await page.goto(url, { waitUntil: 'networkidle' })
  const target = page.locator(selector).first()
  await target.scrollIntoViewIfNeeded()
  // Scrolling paints; the touch is timed on a page at rest.
  await page.waitForLoadState('networkidle')
  const timing = page.evaluate(
    (answer) =>
      new Promise<number>((resolve, reject) => {
        setTimeout(() => reject(new Error(`${answer} does not come`)), 30_000)
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
    shown,
  )
  await target.tap()
  const durationMs = await timing
  await context.close()
  return durationMs
}
