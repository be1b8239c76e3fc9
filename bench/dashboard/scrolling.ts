import type { Browser, CDPSession, Page } from '@playwright/test'
import { newVisitor, slowProcessor } from '../../tests/support/browser/phone.ts'

export interface Scrolling {
  readonly frames: number
  readonly longFrames: number
  readonly longestMs: number
}

export type Way = 'bar' | 'finger' | 'keyboard'

interface LongPage {
  readonly url: string
  readonly token: string
  readonly list: string
  readonly texts: readonly string[]
}

const longFrameMs = 50
const frameCount = 400
const swipeFrames = 20
const lowest = 750
const movePixels = 35
/** So far at least fingers and keys come, some of which a slow phone lets fall. */
const leastRows = 50

/** Scrolls a long page for so many frames and times each. @param rate how many times slower the processor is */
export async function measureScrolling(
  browser: Browser,
  page: LongPage,
  way: Way,
  rate: number,
): Promise<Scrolling> {
  const context = await newVisitor(browser, page.url, page.token)
  const tab = await context.newPage()
  await tab.goto(page.url)
  const rows = tab.locator(`[aria-label="${page.list}"]`)
  // A head is a row too. The list comes in parts.
  await rows.and(tab.locator(`[aria-rowcount="${page.texts.length + 1}"]`)).waitFor()
  await slowProcessor(tab, rate)
  const times = await timeFrames(tab, async () => {
    if (way === 'bar') await dragBar(tab)
    if (way === 'finger') await swipe(await context.newCDPSession(tab))
    if (way === 'keyboard') await walk(tab, page.list)
  })
  const last = Number(await rows.locator('[aria-rowindex]').last().getAttribute('aria-rowindex'))
  const expected = way === 'bar' ? page.texts.length + 1 : leastRows
  if (last < expected) throw new Error(`scrolling ended at row ${last} of ${expected}`)
  await context.close()
  return {
    frames: times.length,
    longFrames: times.filter((ms) => ms > longFrameMs).length,
    longestMs: Math.max(...times),
  }
}

/** @returns milliseconds between the frames that are painted meanwhile */
async function timeFrames(tab: Page, act: () => Promise<void>): Promise<number[]> {
  const recorder = await tab.evaluateHandle(() => {
    const times: number[] = []
    let before = performance.now()
    let isOver = false
    const next = (now: number) => {
      times.push(now - before)
      before = now
      if (!isOver) requestAnimationFrame(next)
    }
    requestAnimationFrame(next)
    const stop = () => {
      isOver = true
      return times.slice(1)
    }
    return { stop }
  })
  await act()
  return recorder.evaluate(({ stop }) => stop())
}

/** From top to end; each frame shows other rows than the one before, and the page grows meanwhile. */
async function dragBar(tab: Page): Promise<void> {
  await tab.evaluate(async (count) => {
    const frame = () => new Promise<number>((resolve) => requestAnimationFrame(resolve))
    const step = document.documentElement.scrollHeight / count
    while (scrollY + innerHeight < document.documentElement.scrollHeight - 1) {
      scrollBy({ top: step, behavior: 'instant' })
      await frame()
    }
  }, frameCount)
}

/** Twenty quick swipes over most of the window, which go on by themselves when the finger leaves. */
async function swipe(session: CDPSession): Promise<void> {
  const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', ys: readonly number[]) =>
    session.send('Input.dispatchTouchEvent', { type, touchPoints: ys.map((y) => ({ x: 200, y })) })
  for (let left = frameCount; left > 0; left -= swipeFrames) {
    await touch('touchStart', [lowest])
    for (let move = 1; move <= swipeFrames; move += 1) {
      await touch('touchMove', [lowest - move * movePixels])
    }
    await touch('touchEnd', [])
  }
}

/** Arrow down, held. */
async function walk(tab: Page, list: string): Promise<void> {
  await tab.getByRole('table', { name: list }).focus()
  for (let row = 0; row < frameCount; row += 1) await tab.keyboard.down('ArrowDown')
}
