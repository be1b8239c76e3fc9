import { setInterval } from 'node:timers/promises'
import type { Browser, CDPSession, Page } from '@playwright/test'
import { cpuSlowdown, newVisitor, slowProcessor } from '../../../tests/support/browser/phone.ts'
import { median } from '../../../tests/support/server/statistics.ts'

const ways = ['bar', 'finger', 'keyboard'] as const
type Way = (typeof ways)[number]

export type ScrollingResult = Awaited<ReturnType<typeof measureScrolling>>[number]

interface LongPage {
  readonly url: string
  readonly token: string
  readonly rows: number
}

const longFrameMs = 50
const frameCount = 400
/** A key that is held comes so often, as keyboards are set at first. */
const keysPerSecond = 30
const framesPerSecond = 60
const swipeFrames = 20
const lowest = 750
const movePixels = 35
/** So far at least fingers and keys come, some of which a slow phone lets fall. */
const leastRows = 50

/** In turn, with the processor as it is and a slower one. */
export async function measureScrolling(browser: Browser, page: LongPage, runs: number) {
  const measured = ways.flatMap((way) =>
    [1, cpuSlowdown].map((rate) => ({ way, rate, runs: [] as number[] })),
  )
  for (let run = 0; run < runs; run += 1) {
    for (const { way, rate, runs: of } of measured) of.push(await scroll(browser, page, way, rate))
  }
  return measured.map(({ way, rate, runs: of }) => ({ way, rate, longFrames: median(of) }))
}

/** Scrolls a long page. @param rate how many times slower the processor is @returns how many frames were long */
async function scroll(browser: Browser, page: LongPage, way: Way, rate: number) {
  const context = await newVisitor(browser, page.url, page.token)
  const tab = await context.newPage()
  await tab.goto(page.url)
  const rows = tab.locator('[aria-label="Users"]')
  // A head is a row too. The list comes in parts.
  await rows.and(tab.locator(`[aria-rowcount="${page.rows + 1}"]`)).waitFor()
  await slowProcessor(tab, rate)
  const times = await timeFrames(tab, async () => {
    if (way === 'bar') await dragBar(tab)
    if (way === 'finger') await swipe(await context.newCDPSession(tab))
    if (way === 'keyboard') await walk(tab)
  })
  const last = Number(await rows.locator('[aria-rowindex]').last().getAttribute('aria-rowindex'))
  const expected = way === 'bar' ? page.rows + 1 : leastRows
  if (last < expected) throw new Error(`scrolling ended at row ${last} of ${expected}`)
  await context.close()
  return times.filter((ms) => ms > longFrameMs).length
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

/** Arrow down, held; the keyboard does not wait for the page. */
async function walk(tab: Page): Promise<void> {
  await tab.getByRole('table', { name: 'Users' }).focus()
  const keys: Promise<void>[] = []
  const count = (frameCount * keysPerSecond) / framesPerSecond
  for await (const _ of setInterval(1000 / keysPerSecond)) {
    if (keys.push(tab.keyboard.down('ArrowDown')) === count) break
  }
  await Promise.all(keys)
}
