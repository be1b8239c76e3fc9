import type { Browser, CDPSession, Page } from '@playwright/test'
import { newVisitor } from '../../../tests/support/browser/phone.ts'
import { median } from '../../../tests/support/server/statistics.ts'

/** A round of the admin; 25 rounds open 200 screens and 50 dialogs. */
const screens = [
  '/dashboard/employee',
  '/dashboard/employee?tab=flags',
  '/dashboard/employee?view=messages',
  '/dashboard/admin',
  '/dashboard/admin?tab=organizations',
  '/dashboard/admin?view=activity',
  '/dashboard/account',
  '/dashboard/admin?tab=users',
]
const dialogsEachRound = 2
const rounds = 25

const runs = 3

/** Bytes by which the heap of one tab grows over the sequence, after collection: the median of all runs. */
export async function measureGrowth(browser: Browser, url: string, token: string): Promise<number> {
  const grown: number[] = []
  for (let run = 0; run < runs; run += 1) grown.push(await growOnce(browser, url, token))
  return median(grown)
}

async function growOnce(browser: Browser, url: string, token: string): Promise<number> {
  const context = await newVisitor(browser, url, token)
  const tab = await context.newPage()
  await tab.goto(`${url}/dashboard/admin`)
  await tab.getByRole('heading', { level: 1 }).waitFor()
  const session = await context.newCDPSession(tab)
  // The first two rounds load all code and words.
  for (let round = 0; round < 2; round += 1) await goRound(tab)
  const before = await heapBytes(session)
  for (let round = 0; round < rounds; round += 1) await goRound(tab)
  const after = await heapBytes(session)
  await context.close()
  return after - before
}

async function goRound(tab: Page): Promise<void> {
  for (const path of screens) await open(tab, path)
  for (let dialog = 0; dialog < dialogsEachRound; dialog += 1) {
    await tab.getByRole('button', { name: 'Add New User', exact: true }).click()
    await tab.getByRole('dialog').waitFor()
    await tab.keyboard.press('Escape')
    await tab.getByRole('dialog').waitFor({ state: 'detached' })
  }
}

/** Within the page, as by a link. */
async function open(tab: Page, path: string): Promise<void> {
  await tab.evaluate((href) => {
    const link = Object.assign(document.createElement('a'), { href })
    document.body.append(link)
    link.click()
    link.remove()
  }, path)
  await tab.waitForURL((url) => url.pathname + url.search === path)
  await tab.waitForFunction(() => !document.querySelector('main')?.textContent.includes('Loading'))
  await tab.evaluate(() => new Promise((resolve) => requestIdleCallback(resolve)))
}

/** After garbage collection; the second one takes what the first one finalizes. */
async function heapBytes(session: CDPSession): Promise<number> {
  await session.send('HeapProfiler.collectGarbage')
  await session.send('HeapProfiler.collectGarbage')
  const { usedSize } = await session.send('Runtime.getHeapUsage')
  return usedSize
}
