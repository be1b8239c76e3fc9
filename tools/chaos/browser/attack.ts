import type { BrowserContext } from '@playwright/test'
import { newVisitor } from '../../../tests/support/browser/phone.ts'
import { median } from '../../../tests/support/server/statistics.ts'
import { makeSession, makeUser } from '../../../tests/support/worlds/factories.ts'
import { type Attack, type Row, row } from '../prove/attack.ts'
import { formSeen, watchForForm } from './form-seen.ts'
import { type House, openHouse } from './house.ts'

const screens = ['employee', 'team', 'admin'] as const
/** From the 401 to the painted form. */
const mostEndMs = 500
/** From the click in one tab to the painted form in another one. */
const mostSignOutMs = 1000

export const browserAttack: Attack = {
  name: 'browser',
  engines: ['file'],
  async try(stage) {
    await using house = await openHouse(stage)
    const rows: Row[] = []
    for (const screen of screens) {
      const told = {
        fault: `a session ends on the server under an open ${screen} dashboard`,
        tried: 12,
        expected: `the form is painted ${mostEndMs} ms after the 401 at most, once, without a notice`,
      }
      rows.push(await repeat(told, mostEndMs, () => endSession(house, screen)))
    }
    const told = {
      fault: 'logout in one tab while another one is open',
      tried: 18,
      expected: `the other shows the form ${mostSignOutMs} ms after the click at most, and keeps nothing`,
    }
    const signOut = (time: number) => signOutElsewhere(house, screens[time % screens.length] ?? '')
    return [...rows, await repeat(told, mostSignOutMs, signOut)]
  },
}

interface Outcome {
  readonly tookMs: number
  readonly problems: readonly string[]
}

async function repeat(
  told: Pick<Row, 'fault' | 'tried' | 'expected'>,
  mostMs: number,
  attempt: (time: number) => Promise<Outcome>,
): Promise<Row> {
  const outcomes: Outcome[] = []
  while (outcomes.length < told.tried) outcomes.push(await attempt(outcomes.length))
  const tookMs = outcomes.map((outcome) => outcome.tookMs)
  const worstMs = Math.max(...tookMs)
  const problems = outcomes.flatMap((outcome) => outcome.problems)
  return row({
    ...told,
    figures: `median ${median(tookMs).toFixed(0)} ms, worst ${worstMs.toFixed(0)} ms`,
    problems: worstMs <= mostMs ? problems : [...problems, 'the form comes late'],
  })
}

/** Ends a session on the server, under an open dashboard that then asks for news. */
function endSession(house: House, screen: string): Promise<Outcome> {
  return visit(house, async (context, userId) => {
    const page = await context.newPage()
    await page.goto(`${house.url}/dashboard/${screen}`)
    const refresh = page.getByRole('button', { name: 'Refresh' })
    await refresh.waitFor()
    const visited: string[] = []
    page.on('framenavigated', (frame) => visited.push(new URL(frame.url()).pathname))
    const { database } = house.place
    await database.deleteFrom('sessions').where('user_id', '=', userId).execute()
    await refresh.click()
    const { paintedMs, rejectedMs, notices } = await formSeen(page)
    if (rejectedMs === 0) throw new Error('no 401 has arrived')
    const strayed = visited.join() === '/login' ? [] : [`went to ${visited.join(', ')}`]
    return { tookMs: paintedMs - rejectedMs, problems: [...strayed, ...notices] }
  })
}

/** Signs out in one tab while another tab of the same user is open. */
function signOutElsewhere(house: House, screen: string): Promise<Outcome> {
  return visit(house, async (context) => {
    const other = await context.newPage()
    await other.goto(`${house.url}/dashboard/${screen}`)
    await other.getByRole('button', { name: 'Refresh' }).waitFor()
    const page = await context.newPage()
    await page.goto(`${house.url}/dashboard/employee`)
    await page.getByRole('button', { name: 'Menu', exact: true }).click()
    await page.getByRole('button', { name: 'Logout' }).click()
    const { clickedMs } = await formSeen(page)
    const { paintedMs, notices } = await formSeen(other)
    const kept = await other.evaluate(() => [
      ...Object.keys(localStorage),
      ...Object.keys(sessionStorage),
    ])
    return { tookMs: paintedMs - clickedMs, problems: [...notices, ...kept] }
  })
}

/** As a user of their own, with every permission. */
async function visit(
  { browser, url, place }: House,
  attempt: (context: BrowserContext, userId: string) => Promise<Outcome>,
): Promise<Outcome> {
  const { id } = await makeUser(place, { role: 'super_admin' })
  const context = await newVisitor(browser, url, await makeSession(place, { id }))
  await watchForForm(context)
  return await attempt(context, id).finally(() => context.close())
}
