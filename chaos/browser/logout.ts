import { newVisitor } from '../../bench/dashboard/visitor.ts'
import { type Result, tell } from '../prove/attack.ts'
import { formSeen, watchForForm } from './form-seen.ts'
import type { House } from './house.ts'
import { within } from './within.ts'

const mostMs = 1000

/** Signs out in one tab while another of the same person stands on each of the screens in turn. */
export async function signOutElsewhere(
  house: House,
  screens: readonly string[],
  times: number,
): Promise<Result> {
  const tookMs: number[] = []
  const left: string[] = []
  for (let time = 0; time < times; time += 1) {
    const outcome = await signOutOnce(house, screens[time % screens.length] ?? '')
    tookMs.push(outcome.tookMs)
    left.push(...outcome.left)
  }
  const time = within(mostMs, tookMs)
  return {
    fault: 'logout in one tab while another one is open',
    tried: times,
    expected: `the other shows the form ${mostMs} ms after the click at most, and keeps nothing`,
    seen: tell([time.words, ...left]),
    holds: time.holds && left.length === 0,
  }
}

async function signOutOnce(house: House, screen: string) {
  const user = await house.newUser()
  const context = await newVisitor(house.browser, house.url, user.token)
  try {
    await watchForForm(context)
    const other = await context.newPage()
    await other.goto(`${house.url}/dashboard/${screen}`)
    await other.getByRole('button', { name: 'Refresh' }).waitFor()
    const page = await context.newPage()
    await page.goto(`${house.url}/dashboard/employee`)
    await page.getByRole('button', { name: 'Logout' }).click()
    const { clickedMs } = await formSeen(page)
    const { paintedMs, notices } = await formSeen(other)
    const kept = await other.evaluate(() => [
      ...Object.keys(localStorage),
      ...Object.keys(sessionStorage),
    ])
    return { tookMs: paintedMs - clickedMs, left: [...notices, ...kept] }
  } finally {
    await context.close()
  }
}
