import { setTimeout } from 'node:timers/promises'
import { gatherStatistics } from '../../server/database/statistics.ts'
import { fillMail, fillTeam, fillUsers } from '../../tests/support/fill.ts'
import { openPlace } from '../../tests/support/place.ts'
import { type Attack, bothEngines, row } from '../prove/attack.ts'
import { openClient } from '../prove/client.ts'
import { startServer } from '../prove/server.ts'
import { longestOf, watch } from '../prove/watcher.ts'

/** The most that a list may keep another call waiting. */
const mostDelayMs = 100

const calls = (busiest: string) =>
  [
    ['GET', '/admin/users'],
    ['GET', '/admin/users?limit=50'],
    ['GET', '/admin/users?limit=500'],
    ['GET', '/admin/users?limit=50&q=nobody+at+all'],
    ['GET', '/admin/users?q=person'],
    ['GET', '/admin/organizations'],
    ['GET', '/admin/dashboard'],
    ['GET', '/dashboard/team'],
    ['DELETE', `/admin/users/${busiest}`],
  ] as const

export const listsAttack: Attack = {
  name: 'lists',
  engines: bothEngines,
  async try(stage) {
    const databaseUrl = await stage.newDatabase()
    const { token, busiest } = await fill(databaseUrl)
    await using server = await startServer(databaseUrl)
    const client = openClient(server.url)
    await using others = watch(server.url, token, [{ path: '/auth/me' }])
    // Neither a connection's first calls nor the compiler are the lists' fault.
    await others.during(async () => {
      for (let made = 0; made < 100; made += 1) await client.call('GET', '/auth/me', token)
    })
    // The machine itself makes every call wait, with or without a list.
    const idleMs = longestOf((await others.during(() => setTimeout(1500))).waits)
    const problems: string[] = []
    let longestMs = 0
    for (const [method, path] of calls(busiest)) {
      const { waits } = await others.during(() => client.call(method, path, token))
      const waitedMs = longestOf(waits)
      longestMs = Math.max(longestMs, waitedMs)
      problems.push(...waits.failed)
      if (waitedMs > mostDelayMs + idleMs) problems.push(`${method} ${path}`)
    }
    client.end()
    return [
      row({
        fault: 'whole lists of 100,000 people, a removal with 100,000 mails',
        tried: calls(busiest).length,
        expected: `another call waits ${mostDelayMs} ms longer at most`,
        figures: `longest wait ${longestMs.toFixed(0)} ms, of the machine itself ${idleMs.toFixed(0)} ms`,
        problems,
      }),
    ]
  },
}

async function fill(databaseUrl: string) {
  await using place = await openPlace(databaseUrl)
  const token = await fillUsers(place, 100_000)
  await fillTeam(place, 10_000)
  const busiest = await fillMail(place, 100_000)
  // A PostgreSQL that was filled a moment ago has not done so by itself.
  await gatherStatistics(place.database)
  return { token, busiest }
}
