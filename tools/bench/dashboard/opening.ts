import type { Browser, Page } from '@playwright/test'
import {
  cpuSlowdown,
  newVisitor,
  slowDown,
  slowProcessor,
} from '../../../tests/support/browser/phone.ts'
import { median } from '../../../tests/support/server/statistics.ts'

export interface Openings {
  /** From the tap on 'See all' to the first painted row, on a slow line with a slow processor. */
  readonly messagesMs: number
  /** From a key to the painted letter in the search of messages, the slowest key of a word. */
  readonly messageKeyMs: number
  /** From Ctrl K to the painted field, and from a key there to the painted results. */
  readonly searchMs: number
  readonly searchKeyMs: number
  /** Every single run. */
  readonly runs: readonly Omit<Openings, 'runs'>[]
}

interface Visit {
  readonly url: string
  readonly token: string
}

/** What opens from a dashboard that has been loaded. */
export async function measureOpenings(
  browser: Browser,
  visit: Visit,
  rounds: number,
): Promise<Openings> {
  const runs: Omit<Openings, 'runs'>[] = []
  for (let round = 0; round < rounds; round += 1) runs.push(await openOnce(browser, visit))
  const of = (name: keyof (typeof runs)[number]) => median(runs.map((run) => run[name]))
  return {
    messagesMs: of('messagesMs'),
    messageKeyMs: of('messageKeyMs'),
    searchMs: of('searchMs'),
    searchKeyMs: of('searchKeyMs'),
    runs,
  }
}

async function openOnce(browser: Browser, { url, token }: Visit) {
  const context = await newVisitor(browser, url, token)
  const page = await context.newPage()
  // The code of a view comes two seconds after the first content, before the link to it is used.
  const code = page.waitForResponse(/\/assets\/MessagesView\./)
  await page.goto(`${url}/dashboard/employee`)
  await code
  await page.waitForLoadState('networkidle')
  const all = page.getByRole('link', { name: 'See all', exact: true })
  await all.scrollIntoViewIfNeeded()
  await slowDown(page)
  const messagesMs = await timeTo(page, '[aria-label="Messages"] > li', 'click', () => all.click())
  await page.waitForLoadState('networkidle')
  const field = page.getByRole('searchbox', { name: 'Search sender or subject' })
  await field.click()
  const keys: number[] = []
  for (const [at, key] of [...'invoice'].entries()) {
    const typed = 'invoice'.slice(0, at + 1)
    const shown = `input[data-typed="${typed}"]`
    keys.push(await timeTo(page, shown, 'keydown', () => page.keyboard.press(key)))
  }
  await page.goto(`${url}/dashboard/employee`, { waitUntil: 'networkidle' })
  // The search comes after the first content, maybe after a moment without requests.
  await page.getByRole('button', { name: 'Search', exact: true }).waitFor()
  await slowProcessor(page, cpuSlowdown)
  const dialog = '[role=combobox]'
  const searchMs = await timeTo(page, dialog, 'keydown', () => page.keyboard.press('Control+k'))
  const results = '[role=option]'
  const searchKeys: number[] = []
  for (const key of 'my') {
    searchKeys.push(await timeTo(page, results, 'keydown', () => page.keyboard.press(key)))
  }
  await context.close()
  return {
    messagesMs,
    messageKeyMs: Math.max(...keys),
    searchMs,
    searchKeyMs: Math.max(...searchKeys),
  }
}

/**
 * From an input event to the frame that shows an element. `data-typed` stands for the text that a field
 * shows, which no selector can read.
 */
async function timeTo(
  page: Page,
  selector: string,
  event: 'click' | 'keydown',
  act: () => Promise<void>,
): Promise<number> {
  const timing = await page.evaluateHandle(
    ({ wanted, kind }) => {
      const typed = /^input\[data-typed="(.*)"\]$/.exec(wanted)?.[1]
      const shown = () =>
        typed === undefined
          ? document.querySelector(wanted)?.checkVisibility() === true
          : Reflect.get(Object(document.activeElement), 'value') === typed
      const painted = new Promise<number>((resolve) => {
        const listen = ({ timeStamp }: Event) => {
          const look = () => {
            // A task that is asked for in a frame runs when that frame is painted.
            if (shown()) setTimeout(() => resolve(performance.now() - timeStamp))
            else requestAnimationFrame(look)
          }
          requestAnimationFrame(look)
        }
        addEventListener(kind, listen, { capture: true, once: true })
      })
      return { painted }
    },
    { wanted: selector, kind: event },
  )
  await act()
  return timing.evaluate(({ painted }) => painted)
}
