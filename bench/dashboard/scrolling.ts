import type { Browser } from '@playwright/test'
import { newVisitor, slowProcessor } from '../../tests/support/browser/phone.ts'

export interface Scrolling {
  readonly frames: number
  readonly longFrames: number
  readonly longestMs: number
}

const longFrameMs = 50
/** Each shows other rows than the one before; the page grows as its rows turn out to be taller. */
const frameCount = 400

/** Scrolls a long page from top to end and times each frame. */
export async function measureScrolling(
  browser: Browser,
  page: { url: string; token: string; list: string; texts: readonly string[] },
  cpuRate: number,
): Promise<Scrolling> {
  const context = await newVisitor(browser, page.url, page.token)
  const tab = await context.newPage()
  await tab.goto(page.url)
  // The list comes in parts.
  await tab.waitForFunction(
    ({ name, count }) => {
      const rows = document.querySelector(`[aria-label="${name}"]`)
      const heads = rows?.querySelector('[role=columnheader]') ? 1 : 0
      return Number(rows?.getAttribute('aria-rowcount')) - heads === count
    },
    { name: page.list, count: page.texts.length },
  )
  await slowProcessor(tab, cpuRate)
  const frames = await tab.evaluate(async (count) => {
    const frame = () => new Promise<number>((resolve) => requestAnimationFrame(resolve))
    const times: number[] = []
    const step = document.documentElement.scrollHeight / count
    await frame()
    let before = await frame()
    while (scrollY + innerHeight < document.documentElement.scrollHeight - 1) {
      scrollBy({ top: step, behavior: 'instant' })
      const now = await frame()
      times.push(now - before)
      before = now
    }
    return times
  }, frameCount)
  const last = tab.locator(`[aria-label="${page.list}"] [aria-rowindex]`).last()
  const reached = await last.getAttribute('aria-rowindex')
  const rows = await tab.locator(`[aria-label="${page.list}"]`).getAttribute('aria-rowcount')
  if (reached !== rows) throw new Error(`scrolling ended at row ${reached} of ${rows}`)
  await context.close()
  return {
    frames: frames.length,
    longFrames: frames.filter((ms) => ms > longFrameMs).length,
    longestMs: Math.max(...frames),
  }
}
