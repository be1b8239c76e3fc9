import { gatherStatistics } from '../../../server/database/statistics.ts'
import { openPlace } from '../../../tests/support/browser/place.ts'
import { type Client, openClient } from '../../../tests/support/server/client.ts'
import { startServer } from '../../../tests/support/server/running-server.ts'
import { times } from '../../../tests/support/until.ts'
import { fillFlags, fillMail, fillTeam, fillUsers } from '../../../tests/support/worlds/fill.ts'
import { makeGatewayKey } from '../../../tests/support/worlds/mail-factories.ts'
import { type Attack, bothEngines, row } from '../prove/attack.ts'
import { watchBystanders } from '../prove/bystanders.ts'

/** The most that a list may keep another call waiting. */
const mostDelayMs = 100
/** The most that a map of flags may, which a mail filter reads after each change. */
const mostMapDelayMs = 50
/** The rounds of each call, between calm ones. */
const rounds = 3
const calmMs = 700
/** A user of each round, who is removed with so many mails. */
const mails = 100_000
/** Users and the flags of each: 100,000 flags in all. */
const maps = [
  [1000, 100],
  [10_000, 10],
] as const

const lists = [
  '/admin/users',
  '/admin/users?limit=50',
  '/admin/users?limit=500',
  '/admin/users?limit=50&q=no+such+user',
  '/admin/users?q=person',
  '/admin/organizations',
  '/admin/dashboard',
  '/dashboard/team',
]

export const listsAttack: Attack = {
  name: 'lists',
  engines: bothEngines,
  async try(stage) {
    const databaseUrl = await stage.newDatabase()
    const { token, busiest, mapKeys } = await fill(databaseUrl)
    await using server = await startServer(databaseUrl)
    using client = openClient(server.url)
    const looks = [{ path: '/auth/me' }]
    await using others = await watchBystanders(server.url, token, looks, { calmMs })
    const compare = async (fault: string, mostMs: number, calls: readonly NamedCall[]) => {
      const problems: string[] = []
      const longer: string[] = []
      for (const [name, call] of calls) {
        const comparison = await others.compare(call, rounds)
        const ms = comparison.longerMs(1)
        longer.push(Math.max(0, ms).toFixed(0))
        problems.push(...comparison.problems, ...(ms > mostMs ? [name] : []))
      }
      return row({
        fault,
        tried: calls.length * rounds,
        expected: `another call waits ${mostMs} ms longer at most, in the calmest of ${rounds} rounds`,
        figures: `longer by ${longer.join(', ')} ms`,
        problems,
      })
    }
    const people: NamedCall[] = [
      ...lists.map((path): NamedCall => [path, () => client.call('GET', path, token)]),
      ['a removal', () => client.call('DELETE', `/admin/users/${busiest.pop()}`, token)],
    ]
    const users = maps.map(([count]) => count.toLocaleString('en')).join(' and ')
    return [
      await compare(
        'whole lists of 100,000 people, a removal with 100,000 mails',
        mostDelayMs,
        people,
      ),
      await compare(
        `maps of 100,000 flags, of ${users} users`,
        mostMapDelayMs,
        mapKeys.map((key) => ['a map', () => readMap(client, key)]),
      ),
    ]
  },
}

type NamedCall = readonly [name: string, call: () => Promise<unknown>]

async function fill(databaseUrl: string) {
  await using place = await openPlace(databaseUrl)
  const token = await fillUsers(place, 100_000)
  await fillTeam(place, 10_000)
  const busiest = await times(rounds, (round) => fillMail(place, mails, round * mails))
  const mapKeys: string[] = []
  for (const [position, [users, flagsEach]] of maps.entries()) {
    const first = (position + 2) * 1_000_000
    const organization = await fillFlags(place, users, flagsEach, first)
    mapKeys.push(await makeGatewayKey(place, organization, 'flags'))
  }
  // A PostgreSQL that was filled a moment ago has not done so by itself.
  await gatherStatistics(place.database)
  return { token, busiest, mapKeys }
}

/** Besides its flags it has a comment. */
async function readMap(client: Client, token: string): Promise<void> {
  const { status, text } = await client.send('GET', '/rspamd/flags/red', { token })
  if (status !== 200) throw new Error(`${status} ${text}`)
  const lines = text.split('\n').length - 2
  if (lines !== 100_000) throw new Error(`${lines} lines`)
}
