import { loadavg } from 'node:os'
import { parseArgs } from 'node:util'
import type { CDPSession, Page } from '@playwright/test'
import {
  type Extension,
  startExtension,
  switchOnFor,
} from '../../tests/support/extension/extension.ts'
import { fortyMails } from '../../tests/support/extension/forty-mails.ts'
import { honest, phishing } from '../../tests/support/extension/mails.ts'
import {
  findWebmail,
  signInToRoundcube,
  startRoundcube,
} from '../../tests/support/extension/roundcube.ts'
import { startWebmailPage } from '../../tests/support/extension/webmail-page.ts'
import { median, quantile } from '../../tests/support/server/statistics.ts'
import { findBrowser } from '../scripts/find-browser.ts'
import { type Bar, barsTable, exitCodeOf, summary } from './bar.ts'

/*
 * npm run bench:extension -- [--mails 10000]: opens forty mails in Debian's Roundcube with the browser
 * extension and without it, then shows many mails in one page, one after the other.
 */

const { values } = parseArgs({ options: { mails: { type: 'string', default: '10000' } } })
const executablePath = process.env.CHROMIUM_PATH ?? (await findBrowser())
await using extension = await startExtension(executablePath)
/** Each mail has a line. */
await extension.worker.evaluate(() => chrome.storage.local.set({ showsAll: true }))
let lastId = 0
const page = await extension.context.newPage()
console.log(`load average ${loadavg()[0]?.toFixed(1)}`)
const bars = [...(await measureMemory(Number(values.mails))), ...(await measureOpening())]
console.log([barsTable(bars), summary(bars)].join('\n\n'))
process.exitCode = exitCodeOf(bars)

async function measureOpening(): Promise<Bar[]> {
  const programs = findWebmail()
  if ('missing' in programs) throw new Error(programs.missing)
  await using webmail = await startRoundcube(programs, fortyMails)
  const site = { origin: webmail.origin, program: 'roundcube' }
  await page.addInitScript(() => {
    const isLine = (it: Node) => it instanceof HTMLElement && it.style.zIndex === 'auto'
    new MutationObserver((records, observer) => {
      if (!records.some(({ addedNodes }) => [...addedNodes].some(isLine))) return
      performance.mark('line')
      observer.disconnect()
    }).observe(document, { childList: true, subtree: true })
  })
  await signInToRoundcube(page, webmail)
  const times = { on: [] as Opening[], off: [] as Opening[] }
  // The first round warms both.
  for (const round of [0, 1]) {
    for (const uid of fortyMails.keys()) {
      for (const state of uid % 2 === 0 ? (['on', 'off'] as const) : (['off', 'on'] as const)) {
        await setSites(state === 'on' ? [site] : [])
        await page.goto(`${webmail.origin}/?_task=mail&_action=show&_uid=${uid + 1}&_mbox=INBOX`)
        if (state === 'on') {
          await page.waitForFunction(() => performance.getEntriesByName('line').length > 0)
        }
        const opening = await page.evaluate(readOpening)
        if (round === 1) times[state].push(opening)
      }
    }
  }
  const delays = (name: keyof Opening) =>
    times.on.map((it, index) => it[name] - (times.off[index]?.[name] ?? 0))
  const verdicts = times.on.map((it) => it.line - it.shown)
  for (const [name, values] of [
    ['shown, with it', times.on.map((it) => it.shown)],
    ['shown, without it', times.off.map((it) => it.shown)],
    ['loaded, with it', times.on.map((it) => it.loaded)],
    ['loaded, without it', times.off.map((it) => it.loaded)],
    ['verdict after the mail', verdicts],
  ] as const) {
    console.log(`${name}: median ${median(values).toFixed(0)} ms, p95 ${p95(values).toFixed(0)} ms`)
  }
  return [
    { name: 'shown later by, median', value: median(delays('shown')), limit: 30, unit: 'ms' },
    { name: 'loaded later by, median', value: median(delays('loaded')), limit: 30, unit: 'ms' },
    { name: 'verdict after the mail, median', value: median(verdicts), limit: 300, unit: 'ms' },
    { name: 'verdict after the mail, p95', value: p95(verdicts), limit: 300, unit: 'ms' },
  ]
}

function p95(values: readonly number[]): number {
  return quantile(values, 0.95)
}

/** Times in ms; the first two from the first byte of the server's answer. */
interface Opening {
  readonly shown: number
  readonly loaded: number
  readonly line: number
}

/** Runs in the page. */
function readOpening(): Opening {
  const [navigation] = performance.getEntriesByType('navigation')
  if (!(navigation instanceof PerformanceNavigationTiming)) throw new Error('no navigation')
  const start = navigation.responseStart
  const since = (name: string) => (performance.getEntriesByName(name)[0]?.startTime ?? 0) - start
  return {
    shown: since('first-contentful-paint'),
    loaded: navigation.loadEventEnd - start,
    line: since('line'),
  }
}

async function setSites(sites: readonly object[]): Promise<void> {
  if (sites.length > 0) return switchOnFor(extension, sites)
  await extension.worker.evaluate(async () => {
    await chrome.storage.local.set({ sites: [] })
    while ((await chrome.scripting.getRegisteredContentScripts()).length > 0) {
      await new Promise((resume) => setTimeout(resume, 10))
    }
  })
}

async function measureMemory(mails: number): Promise<Bar[]> {
  await using webmail = await startWebmailPage({ 0: { raw: phishing }, 1: { raw: honest } })
  await switchOnFor(extension, [{ origin: webmail.origin, program: 'roundcube' }])
  await page.goto(webmail.address(0))
  const show = (from: number, to: number) =>
    page.evaluate(
      async ([first, last]) => {
        for (let index = first; index < last; index += 1) {
          const address = new URL(location.href)
          address.searchParams.set('_uid', String(index % 2))
          address.searchParams.set('_mbox', `INBOX.${index}`)
          history.replaceState(null, '', address)
          const place = document.createElement('div')
          place.id = 'message-content'
          document.querySelector('#message-content')?.replaceWith(place)
          const line = () => place.previousElementSibling
          const earlier = line()
          while (line() === earlier || !(line() instanceof HTMLDivElement)) {
            await new Promise((resume) => setTimeout(resume, 1))
          }
        }
      },
      [from, to] as const,
    )
  const warm = 200
  await show(0, warm)
  const before = await heaps(extension, page)
  await show(warm, warm + mails)
  const after = await heaps(extension, page)
  const judged = webmail.asked.length
  if (judged < warm + mails) throw new Error(`only ${judged} mails were judged`)
  console.log(`heaps in bytes: ${JSON.stringify({ before, after })}`)
  const grown = (name: keyof typeof before) => (after[name] - before[name]) / 1e6
  return [
    {
      name: `heap of the page after ${mails} mails, more by`,
      value: grown('page'),
      limit: 5,
      unit: 'MB',
    },
    {
      name: `heap of the judge after ${mails} mails, more by`,
      value: grown('judge'),
      limit: 5,
      unit: 'MB',
    },
  ]
}

/** Bytes of the heaps after a collection. */
async function heaps({ context, worker }: Extension, page: Page) {
  const session = await context.newCDPSession(page)
  const { targetInfos } = await session.send('Target.getTargets')
  const target = targetInfos.find(({ url }) => url === worker.url())
  const { sessionId } = await session.send('Target.attachToTarget', {
    targetId: target?.targetId ?? '',
  })
  const judge = await usedBytes((method) => sendTo(session, sessionId, method))
  const shown = await usedBytes((method) => session.send(method))
  await session.detach()
  return { page: shown, judge }
}

type Method = 'HeapProfiler.collectGarbage' | 'Runtime.getHeapUsage'

async function usedBytes(send: (method: Method) => Promise<unknown>): Promise<number> {
  for (let times = 0; times < 3; times += 1) await send('HeapProfiler.collectGarbage')
  return Number(Object(await send('Runtime.getHeapUsage')).usedSize)
}

/** Asks a target that Playwright has no session for, and that answers in any order. */
async function sendTo(session: CDPSession, sessionId: string, method: Method): Promise<unknown> {
  const answered = Promise.withResolvers<unknown>()
  lastId += 1
  const id = lastId
  const take = ({ message }: { readonly message: string }) => {
    const answer = JSON.parse(message)
    if (answer.id === id) answered.resolve(answer.result)
  }
  session.on('Target.receivedMessageFromTarget', take)
  await session.send('Target.sendMessageToTarget', {
    sessionId,
    message: JSON.stringify({ id, method }),
  })
  return answered.promise.finally(() => session.off('Target.receivedMessageFromTarget', take))
}
