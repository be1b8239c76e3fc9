import type { Browser } from '@playwright/test'
import { cpuSlowdown, newVisitor, slowProcessor } from '../../../tests/support/browser/phone.ts'
import { median } from '../../../tests/support/server/statistics.ts'

const count = 3000

/** Milliseconds after the end of an answer with 3,000 threats; medians of all runs. */
export interface ThreatTimes {
  /** The frame that shows the first of them. */
  readonly firstMs: number
  /** The frame after which all are in the document. */
  readonly allMs: number
}

export async function measureThreats(
  browser: Browser,
  visit: { url: string; token: string },
  runs: number,
): Promise<ThreatTimes> {
  const times: ThreatTimes[] = []
  for (let run = 0; run < runs; run += 1) times.push(await showOnce(browser, visit))
  return {
    firstMs: median(times.map(({ firstMs }) => firstMs)),
    allMs: median(times.map(({ allMs }) => allMs)),
  }
}

async function showOnce(browser: Browser, { url, token }: { url: string; token: string }) {
  const context = await newVisitor(browser, url, token)
  const tab = await context.newPage()
  const call = '**/api/dashboard/employee*'
  await tab.route(call, async (route) => {
    const answer = await route.fetch()
    const [threat] = (await answer.json()).recent_phishing_emails
    const many = Array.from({ length: count }, (_, index) => ({
      ...threat,
      id: `many-${index}`,
      email_subject: `Threat ${index}`,
      timestamp: new Date(Date.now() - index * 6 * 3_600_000).toISOString(),
    }))
    await route.fulfill({
      response: answer,
      json: { ...(await answer.json()), recent_phishing_emails: many },
    })
  })
  await slowProcessor(tab, cpuSlowdown)
  await tab.addInitScript((last) => {
    const shown = new Map<string, number>()
    Reflect.set(window, 'shown', shown)
    const look = () => {
      const items = document.querySelectorAll('main li h4')
      for (const [name, least] of [['first', 1] as const, ['all', last] as const]) {
        if (items.length < least || shown.has(name)) continue
        // A task that is asked for in a frame runs when that frame is painted.
        shown.set(name, Number.NaN)
        setTimeout(() => shown.set(name, performance.now()))
      }
      requestAnimationFrame(look)
    }
    requestAnimationFrame(look)
  }, count)
  await tab.goto(`${url}/dashboard/employee`)
  const times = await tab.waitForFunction(
    () => {
      const shown: Map<string, number> = Reflect.get(window, 'shown')
      const [answer] = performance
        .getEntriesByType('resource')
        .filter(({ name }) => name.includes('/api/dashboard/employee'))
      const end: number = Reflect.get(Object(answer), 'responseEnd')
      const since = (name: string) => (shown.get(name) ?? Number.NaN) - end
      return since('all') >= 0 && { firstMs: since('first'), allMs: since('all') }
    },
    undefined,
    { timeout: 120_000 },
  )
  const result = await times.jsonValue()
  if (result === false) throw new Error('the threats were not shown')
  await context.close()
  return result
}
