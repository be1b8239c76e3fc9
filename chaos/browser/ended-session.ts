import { newVisitor } from '../../bench/dashboard/visitor.ts'
import { type Result, tell } from '../prove/attack.ts'
import { formSeen, watchForForm } from './form-seen.ts'
import type { House } from './house.ts'
import { within } from './within.ts'

const mostMs = 500

/** Ends a session on the server, under an open dashboard that then asks for news, again and again. */
export async function endSessions(house: House, screen: string, times: number): Promise<Result> {
  const tookMs: number[] = []
  const problems: string[] = []
  for (let time = 0; time < times; time += 1) {
    const { tookMs: took, visited, notices } = await endOne(house, screen)
    tookMs.push(took)
    if (visited.join() !== '/login') problems.push(`went to ${visited.join(', ')}`)
    problems.push(...notices)
  }
  const time = within(mostMs, tookMs)
  return {
    fault: `a session ends on the server under an open ${screen} dashboard`,
    tried: times,
    expected: `the form is painted ${mostMs} ms after the 401 at most, once, without a notice`,
    seen: tell([time.words, ...problems]),
    holds: time.holds && problems.length === 0,
  }
}

async function endOne(house: House, screen: string) {
  const user = await house.newUser()
  const context = await newVisitor(house.browser, house.url, user.token)
  try {
    await watchForForm(context)
    const page = await context.newPage()
    await page.goto(`${house.url}/dashboard/${screen}`)
    const refresh = page.getByRole('button', { name: 'Refresh' })
    await refresh.waitFor()
    const visited: string[] = []
    page.on('framenavigated', (frame) => visited.push(new URL(frame.url()).pathname))
    const { database } = house.place
    await database.deleteFrom('sessions').where('user_id', '=', user.id).execute()
    await refresh.click()
    const { paintedMs, refusedMs, notices } = await formSeen(page)
    if (refusedMs === 0) throw new Error('no 401 has arrived')
    return { tookMs: paintedMs - refusedMs, visited, notices }
  } finally {
    await context.close()
  }
}
