import type { Browser, Page, Request } from '@playwright/test'
import { setLine } from '../../../tests/support/browser/front-page.ts'
import { phone } from '../../../tests/support/browser/phone.ts'

/** Bodies as they travel, by what they are; icons and the manifest aside. */
export interface Traffic {
  readonly requests: number
  readonly bytes: Readonly<Record<'html' | 'script' | 'style' | 'data' | 'other', number>>
}

export interface Visited {
  readonly page: Awaited<ReturnType<typeof visit>>
  /** As text, before compression; they travel inside the HTML. */
  readonly inlineScriptBytes: number
}

export const aside = /\/(?:favicon|icons\/|manifest\.webmanifest|apple-touch-icon)/

const kinds: Record<string, keyof Traffic['bytes']> = {
  document: 'html',
  script: 'script',
  stylesheet: 'style',
  fetch: 'data',
  xhr: 'data',
}

export async function count(requests: readonly Request[]): Promise<Traffic> {
  const bytes = { html: 0, script: 0, style: 0, data: 0, other: 0 }
  for (const request of requests) {
    bytes[kinds[request.resourceType()] ?? 'other'] += await bodySize(request)
  }
  return { requests: requests.length, bytes }
}

/** 0 for what comes from the cache. What Chromium reports has a part of the headers of HTTP/2 in it. */
async function bodySize(request: Request): Promise<number> {
  const { responseBodySize } = await request.sizes()
  if (responseBodySize <= 0) return 0
  const response = await request.response()
  return Number((await response?.headerValue('content-length')) ?? responseBodySize)
}

async function scrollToEnd(page: Page): Promise<void> {
  // In steps, as a thumb does, so that what waits for being seen is seen.
  await page.evaluate(async () => {
    const frame = () => new Promise((resolve) => requestAnimationFrame(resolve))
    for (let top = 0; top < document.body.scrollHeight; top += 400) {
      scrollTo({ top, behavior: 'instant' })
      await frame()
    }
  })
  await page.waitForLoadState('networkidle')
}

async function touchEverything(page: Page): Promise<void> {
  for (const summary of await page.locator('summary').all()) await summary.tap()
  for (const form of await page.locator('main form').all()) {
    await form.locator('button').first().tap()
  }
  await page.waitForLoadState('networkidle')
}

/** One visit without throttling: bytes and requests do not depend on it. */
export async function visit(browser: Browser, url: string) {
  const context = await browser.newContext(phone)
  const page = await context.newPage()
  // On other lines the judge of the front page comes by itself when nothing else is to do.
  await setLine(page, 'cellular')
  const requests: Request[] = []
  page.on('request', (request) => {
    if (!aside.test(request.url()) && request.url().startsWith('http')) requests.push(request)
  })
  await page.addInitScript(() => {
    Reflect.set(window, 'shifts', 0)
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) {
        if (Reflect.get(entry, 'hadRecentInput') === true) continue
        Reflect.set(window, 'shifts', Reflect.get(window, 'shifts') + Reflect.get(entry, 'value'))
      }
    }).observe({ type: 'layout-shift', buffered: true })
  })
  await page.goto(url, { waitUntil: 'networkidle' })
  const load = await count(requests)
  // The page itself aside.
  const blockingRequests = await page.evaluate(
    () =>
      performance
        .getEntriesByType('resource')
        .filter((entry) => Reflect.get(entry, 'renderBlockingStatus') === 'blocking').length,
  )
  await scrollToEnd(page)
  const scrolled = await count(requests)
  await touchEverything(page)
  const touched = await count(requests)
  const layoutShift = await page.evaluate<number>(() => Reflect.get(window, 'shifts'))
  await context.close()
  return { load, scrolled, touched, blockingRequests, layoutShift }
}
