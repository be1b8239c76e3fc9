import { brotliCompressSync } from 'node:zlib'
import type { Browser, CDPSession, Page, Request } from '@playwright/test'
import { newVisitor, slowDown } from '../../tests/support/browser/phone.ts'
import { aside, count } from '../site/traffic.ts'

export interface Start {
  /** As they travel; what the page holds inline is in `html`, and its styles in `style` too. */
  readonly bytes: Readonly<Record<'html' | 'script' | 'style' | 'data', number>>
  readonly requests: number
  readonly doubled: number
  /** Since the navigation began. */
  readonly frameMs: number
  readonly paintedMs: number
  readonly interactiveMs: number
  readonly blockingMs: number
  readonly layoutShift: number
  readonly heapBytes: number
}

interface Watched {
  paintedMs: number
  lastTaskEndMs: number
  blockingMs: number
  layoutShift: number
}

/** A longer task delays the answer to a click. */
const longTaskMs = 50
/** For a page that never comes to rest, not for a machine that is busy. */
const patienceMs = 120_000
/** The page is at rest when nothing long has run for so long. */
const quietMs = 1000

/** One first visit on a slow phone. */
export async function measureStart(
  browser: Browser,
  visit: { url: string; token: string; words: readonly string[] },
): Promise<Start> {
  const context = await newVisitor(browser, visit.url, visit.token)
  const page = await context.newPage()
  await slowDown(page)
  const session = await context.newCDPSession(page)
  const requests = recordRequests(page)
  await watch(page, visit.words)
  const answer = await page.goto(visit.url, { waitUntil: 'commit' })
  await page.waitForFunction(
    (quiet) => {
      const { paintedMs, lastTaskEndMs }: Watched = Reflect.get(window, 'watched')
      return paintedMs > 0 && performance.now() - Math.max(paintedMs, lastTaskEndMs) > quiet
    },
    quietMs,
    { polling: 100, timeout: patienceMs },
  )
  const watched: Watched = await page.evaluate(() => Reflect.get(window, 'watched'))
  const early = requests.filter(({ startMs }) => startMs() < watched.paintedMs)
  const { bytes } = await count(early.map(({ request }) => request))
  const html = (await answer?.text()) ?? ''
  const names = early.map(({ request }) => `${request.method()} ${request.url()}`)
  const result = {
    bytes: { ...bytes, style: bytes.style + inlineStyleBytes(html) },
    requests: names.length,
    doubled: names.length - new Set(names).size,
    frameMs: await firstPaint(page),
    paintedMs: watched.paintedMs,
    interactiveMs: Math.max(watched.paintedMs, watched.lastTaskEndMs),
    blockingMs: watched.blockingMs,
    layoutShift: watched.layoutShift,
    heapBytes: await heapBytes(session),
  }
  await context.close()
  return result
}

function recordRequests(page: Page) {
  const requests: { request: Request; startMs: () => number }[] = []
  let navigationMs = 0
  page.on('request', (request) => {
    if (request.isNavigationRequest()) navigationMs = performance.now()
    const startMs = performance.now() - navigationMs
    if (!aside.test(request.url()) && request.url().startsWith('http')) {
      requests.push({ request, startMs: () => startMs })
    }
  })
  return requests
}

/** Follows, in the page, what is painted and what keeps it busy. */
async function watch(page: Page, words: readonly string[]): Promise<void> {
  await page.addInitScript(
    ({ wanted, longTask }) => {
      const watched = { paintedMs: 0, lastTaskEndMs: 0, blockingMs: 0, layoutShift: 0 }
      Reflect.set(window, 'watched', watched)
      new PerformanceObserver((list) => {
        for (const { startTime, duration } of list.getEntries()) {
          watched.lastTaskEndMs = startTime + duration
          watched.blockingMs += Math.max(0, duration - longTask)
        }
      }).observe({ type: 'longtask', buffered: true })
      new PerformanceObserver((list) => {
        for (const entry of list.getEntries()) watched.layoutShift += Reflect.get(entry, 'value')
      }).observe({ type: 'layout-shift', buffered: true })
      const observer = new MutationObserver(() => {
        const text = document.querySelector('main')?.textContent ?? ''
        if (!wanted.every((word) => text.includes(word))) return
        observer.disconnect()
        // A task that is asked for in a frame runs when that frame is painted.
        requestAnimationFrame(() =>
          setTimeout(() => {
            watched.paintedMs = performance.now()
          }),
        )
      })
      observer.observe(document, { childList: true, characterData: true, subtree: true })
    },
    { wanted: words, longTask: longTaskMs },
  )
}

function firstPaint(page: Page): Promise<number> {
  return page.evaluate(
    () => performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? Number.NaN,
  )
}

function inlineStyleBytes(html: string): number {
  const styles = [...html.matchAll(/<style[^>]*>(.*?)<\/style>/gs)].map(([, text]) => text).join('')
  return styles === '' ? 0 : brotliCompressSync(styles).length
}

/** After garbage collection. */
async function heapBytes(session: CDPSession): Promise<number> {
  await session.send('HeapProfiler.collectGarbage')
  const { usedSize } = await session.send('Runtime.getHeapUsage')
  return usedSize
}
