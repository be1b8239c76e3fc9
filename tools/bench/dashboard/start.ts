import type { Browser, BrowserContext, Page, Request } from '@playwright/test'
import { demoPassword } from '../../../server/demo/accounts.ts'
import { newVisitor, phone, slowDown } from '../../../tests/support/browser/phone.ts'
import { aside, count } from '../site/traffic.ts'

export const startNames = ['first visit', 'next morning', 'after sign-in'] as const
export type StartName = (typeof startNames)[number]

export type Start = Awaited<ReturnType<typeof measureStart>>

const unwatched = {
  figuresMs: 0,
  paintedMs: 0,
  lastTaskEndMs: 0,
  layoutShift: 0,
}
type Watched = typeof unwatched

export interface Visit {
  readonly url: string
  /** Where someone signs in who has no session yet. */
  readonly signInUrl: string
  readonly token: string
  readonly username: string
  /** The parts of the answer on the page at first, and once all of it is painted. */
  readonly figures: readonly string[]
  readonly words: readonly string[]
}

/** For a page that never comes to rest, not for a machine that is busy. */
const patienceMs = 120_000
/** The page is at rest when nothing long has run for so long. */
const quietMs = 1000
/** Between two letters of a password. */
const typingMs = 200

export async function measureStart(browser: Browser, name: StartName, visit: Visit) {
  const isSignIn = name === 'after sign-in'
  const context = isSignIn
    ? await browser.newContext(phone)
    : await newVisitor(browser, visit.url, visit.token)
  if (name === 'next morning') await comeBefore(context, visit)
  const page = await context.newPage()
  await slowDown(page)
  const requests = recordRequests(page)
  await watch(page, visit)
  await page.goto(isSignIn ? visit.signInUrl : visit.url, { waitUntil: 'commit' })
  if (isSignIn) await signIn(page, visit.username)
  await page.waitForFunction(
    (quiet) => {
      const { paintedMs, lastTaskEndMs }: Watched = Reflect.get(window, 'watched')
      return paintedMs > 0 && performance.now() - Math.max(paintedMs, lastTaskEndMs) > quiet
    },
    quietMs,
    { polling: 100, timeout: patienceMs },
  )
  const watched: Watched = await page.evaluate(() => Reflect.get(window, 'watched'))
  const startedMs = isSignIn ? await signedInMs(page) : 0
  const early = requests.filter(({ startMs }) => startMs < watched.paintedMs)
  const { bytes } = await count(early.map(({ request }) => request))
  // A page from the cache was not asked for, and then asks whether it is still the newest.
  const isKept = await page.evaluate(() => {
    const [navigation] = performance.getEntriesByType('navigation')
    return navigation !== undefined && Reflect.get(navigation, 'transferSize') === 0
  })
  const names = early
    .filter(({ request }) => !isKept || !request.isNavigationRequest())
    .map(({ request }) => `${request.method()} ${request.url()}`)
  await context.close()
  return {
    /** As they travel. */
    scriptBytes: bytes.script,
    /** Requests that were made twice. */
    doubled: names.length - new Set(names).size,
    // These three after a sign-in since its answer had come.
    figuresMs: watched.figuresMs - startedMs,
    paintedMs: watched.paintedMs - startedMs,
    interactiveMs: Math.max(watched.paintedMs, watched.lastTaskEndMs) - startedMs,
    layoutShift: watched.layoutShift,
  }
}

/** Fills the cache of the browser. */
async function comeBefore(context: BrowserContext, { url, words }: Visit): Promise<void> {
  const page = await context.newPage()
  await page.goto(url)
  await page.waitForFunction(
    (wanted) =>
      wanted.every((word) => document.querySelector('main')?.textContent.includes(word) === true),
    words,
  )
  await page.waitForLoadState('networkidle')
  await page.close()
}

async function signIn(page: Page, username: string): Promise<void> {
  const button = page.getByRole('button', { name: 'Sign In', exact: true })
  await page.getByLabel('Username').fill(username)
  await page
    .getByLabel('Password', { exact: true })
    .pressSequentially(demoPassword, { delay: typingMs })
  await button.click({ timeout: patienceMs })
}

/** When the answer to the sign-in had come, since the navigation began. */
function signedInMs(page: Page): Promise<number> {
  return page.evaluate(() => {
    const [call] = performance
      .getEntriesByType('resource')
      .filter(({ name }) => name.endsWith('/api/auth/login'))
    const endMs: unknown = call && Reflect.get(call, 'responseEnd')
    return typeof endMs === 'number' ? endMs : Number.NaN
  })
}

function recordRequests(page: Page) {
  const requests: { request: Request; startMs: number }[] = []
  let navigationMs = 0
  page.on('request', (request) => {
    if (request.isNavigationRequest()) navigationMs = performance.now()
    const startMs = performance.now() - navigationMs
    if (!aside.test(request.url()) && request.url().startsWith('http')) {
      requests.push({ request, startMs })
    }
  })
  return requests
}

/** Follows, in the page, what is painted and what keeps it busy. */
async function watch(page: Page, { figures, words }: Visit): Promise<void> {
  await page.addInitScript(
    ({ watched, wanted }) => {
      Reflect.set(window, 'watched', watched)
      new PerformanceObserver((list) => {
        for (const { startTime, duration } of list.getEntries()) {
          watched.lastTaskEndMs = startTime + duration
        }
      }).observe({ type: 'longtask', buffered: true })
      new PerformanceObserver((list) => {
        for (const entry of list.getEntries()) {
          if (Reflect.get(entry, 'hadRecentInput') === true) continue
          watched.layoutShift += Reflect.get(entry, 'value')
        }
      }).observe({ type: 'layout-shift', buffered: true })
      const missing = new Set(Object.keys(wanted) as (keyof typeof wanted)[])
      const observer = new MutationObserver(() => {
        const text = document.querySelector('main')?.textContent ?? ''
        for (const name of missing) {
          if (!wanted[name].every((word) => text.includes(word))) continue
          missing.delete(name)
          // A task that is asked for in a frame runs when that frame is painted.
          requestAnimationFrame(() =>
            setTimeout(() => {
              watched[name] = performance.now()
            }),
          )
        }
        if (missing.size === 0) observer.disconnect()
      })
      observer.observe(document, { childList: true, characterData: true, subtree: true })
    },
    { watched: unwatched, wanted: { figuresMs: figures, paintedMs: words } },
  )
}
