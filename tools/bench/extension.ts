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
import { median } from '../../tests/support/server/statistics.ts'
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
const bars = [...(await measureOpening()), ...(await measureMemory(Number(values.mails)))]
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
  await page.locator('#messagelist tbody tr').first().waitFor()
  const shownAt = { on: [] as number[], off: [] as number[] }
  const loads = { on: [] as number[], off: [] as number[] }
  const verdicts: number[] = []
  // The first round warms both.
  for (const round of [0, 1]) {
    for (const uid of fortyMails.keys()) {
      for (const state of uid % 2 === 0 ? (['on', 'off'] as const) : (['off', 'on'] as const)) {
        await setSites(state === 'on' ? [site] : [])
        await page.goto(`${webmail.origin}/?_task=mail&_action=show&_uid=${uid + 1}&_mbox=INBOX`)
        if (state === 'on')
          await page.waitForFunction(() => performance.getEntriesByName('line').length > 0)
        const { shown, load, verdict } = await page.evaluate(() => {
          const [navigation] = performance.getEntriesByType('navigation')
          const { loadEventEnd, responseStart } = navigation as PerformanceNavigationTiming
          const shown = performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? 0
          const line = performance.getEntriesByName('line')[0]?.startTime ?? 0
          // The time of the server is another matter.
          return {
            shown: shown - responseStart,
            load: loadEventEnd - responseStart,
            verdict: line - shown,
          }
        })
        if (round === 0) continue
        shownAt[state].push(shown)
        loads[state].push(load)
        if (state === 'on') verdicts.push(verdict)
      }
    }
  }
  const late = (times: readonly number[]) => times.toSorted((a, b) => a - b)[37] ?? 0
  console.log(
    `A mail is loaded in ${median(loads.on).toFixed(0)} ms with it (p95 ${late(loads.on).toFixed(0)}), ${median(loads.off).toFixed(0)} without it (p95 ${late(loads.off).toFixed(0)}); the verdict stands ${median(verdicts).toFixed(0)} ms after the mail (p95 ${late(verdicts).toFixed(0)}).`,
  )
  console.log(
    'shown',
    median(shownAt.on),
    median(shownAt.off),
    late(shownAt.on),
    late(shownAt.off),
    median(shownAt.on.map((time, index) => time - (shownAt.off[index] ?? 0))),
  )
  const delays = loads.on.map((time, index) => time - (loads.off[index] ?? 0))
  return [
    { name: 'opening a mail is delayed, median', value: median(delays), limit: 30, unit: 'ms' },
    { name: 'verdict after the mail, median', value: median(verdicts), limit: 300, unit: 'ms' },
    { name: 'verdict after the mail, p95', value: late(verdicts), limit: 300, unit: 'ms' },
  ]
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
          const hasLine = () => place.previousElementSibling instanceof HTMLDivElement
          while (!hasLine()) await new Promise((resume) => setTimeout(resume, 1))
        }
      },
      [from, to] as const,
    )
  const warm = 200
  await show(0, warm)
  const before = await heaps(extension, page)
  await show(warm, warm + mails)
  const after = await heaps(extension, page)
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
