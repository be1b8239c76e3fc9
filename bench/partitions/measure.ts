import { sql } from 'kysely'
import { dayMs, dayOf } from '../../server/core/clock.ts'
import { makeDays } from '../../server/database/partitions/days.ts'
import { keepWeeklyScores } from '../../server/risk/weekly-scores.ts'
import { openPlace } from '../../tests/support/browser/place.ts'
import { connectTo } from '../../tests/support/server/earlier-database.ts'
import { startServer } from '../../tests/support/server/running-server.ts'
import {
  makeGatewayKey,
  makeSession,
  makeUser,
  type Place,
} from '../../tests/support/worlds/factories.ts'
import type { Bar } from '../bar.ts'
import { fill, type Size } from '../server/fill.ts'
import {
  compare,
  type Effort,
  type Loader,
  requestText,
  startLoader,
  type Target,
} from '../server/load.ts'
import { expireUnderLoad } from './expire.ts'
import { databaseCpuMs } from './processor-time.ts'
import { makeWhole } from './whole-table.ts'

export interface Plan {
  /** DATABASE_URLs of two PostgreSQL databases; without the second no calls are compared. */
  readonly database: string
  readonly whole: string | undefined
  /** A checkout of the version before the partitions, which answers from one table; undefined for this one. */
  readonly before: string | undefined
  readonly size: Size
  readonly rounds: number
  readonly roundMs: number
  readonly only: string
  readonly isFilled: boolean
  readonly say: (line: string) => void
}

const mostSlower = 1.2
const mostExpiryMs = 1000
const mostP99 = 1.5

/** Compares calls on split mail and on whole mail, and expires a day. */
export async function measurePartitions(plan: Plan): Promise<Bar[]> {
  if (!plan.isFilled) {
    await prepare(plan.database, plan, (database) => makeDays(database, new Date()))
  }
  await using split = await startServer(plan.database)
  await using loader = startLoader()
  await using place = await openPlace(plan.database)
  const { whole } = plan
  const bars = whole === undefined ? [] : await compareCalls(plan, whole, split, loader, place)
  return [...bars, ...(await measureExpiry(plan, split, loader, place))]
}

async function compareCalls(
  plan: Plan,
  wholeUrl: string,
  split: Target,
  loader: Loader,
  place: Place,
): Promise<Bar[]> {
  const { before } = plan
  if (!plan.isFilled) {
    await (before === undefined
      ? prepare(wholeUrl, plan, makeWhole)
      : prepareBefore(wholeUrl, before, plan))
  }
  const effort: Effort = { rounds: plan.rounds, ms: plan.roundMs, connections: 1 }
  await using whole = await startServer(wholeUrl, {}, [], before)
  await using otherPlace = before === undefined ? await openPlace(wholeUrl) : openAsIs(wholeUrl)
  const bars: Bar[] = []
  for (const name of Object.keys(await requestsOf(place, plan.size))) {
    if (!name.includes(plan.only)) continue
    plan.say(name)
    // Anew for each, because sessions end when they are idle.
    const requests = await requestsOf(place, plan.size)
    const others = await requestsOf(otherPlace, plan.size)
    const [ofWhole, ofSplit] = await compare(
      loader,
      [
        { target: withDatabase(whole, wholeUrl), requests: others[name] ?? [] },
        { target: withDatabase(split, plan.database), requests: requests[name] ?? [] },
      ],
      effort,
    )
    plan.say(`  medians ${ofSplit.p50Ms.toFixed(2)} and ${ofWhole.p50Ms.toFixed(2)} ms`)
    bars.push({
      name: `${name}: processor time, times one table (${Math.round(ofWhole.cpuUs)} us)`,
      value: ofSplit.cpuUs / ofWhole.cpuUs,
      limit: mostSlower,
    })
  }
  return bars
}

async function measureExpiry(
  plan: Plan,
  split: Target,
  loader: Loader,
  place: Place,
): Promise<Bar[]> {
  plan.say('expiring a day')
  const { 'employee dashboard, 50 threats': dashboards = [] } = await requestsOf(place, plan.size)
  const load = { port: split.port, requests: dashboards, connections: 8, ms: 20 * plan.roundMs }
  const expired = await expireUnderLoad(place.database, loader, load)
  plan.say(JSON.stringify(expired))
  return [
    {
      name: `expiry of ${expired.mails} mails`,
      value: expired.expiryMs,
      limit: mostExpiryMs,
      unit: 'ms',
    },
    { name: 'ended mails and dead rows left', value: expired.left + expired.deadRows, limit: 0 },
    {
      name: 'employee dashboard during the expiry: p99, times calm',
      value: expired.duringP99Ms / expired.calmP99Ms,
      limit: mostP99,
    },
  ]
}

/** Processor time, because a busy machine changes it less than the time that a call takes. */
function withDatabase({ port, cpuMs }: Target, url: string): Target {
  const name = new URL(url).pathname.slice(1)
  return { port, cpuMs: () => cpuMs() + databaseCpuMs(name) }
}

async function prepare(
  url: string,
  { size, say }: Plan,
  change: (database: Place['database']) => Promise<void>,
): Promise<void> {
  await using place = await openPlace(url)
  await change(place.database)
  await fillAsIs(url, size)
  say(`filled ${size.scans} scans`)
}

async function prepareBefore(whole: string, before: string, { size, say }: Plan): Promise<void> {
  // Makes its tables.
  await (await startServer(whole, {}, [], before)).end('SIGTERM')
  await using place = openAsIs(whole)
  // The fill writes it, too; that version does not know it.
  await sql`create table correspondents (organization_id text, day text, sender text, user_id text)`.execute(
    place.database,
  )
  await fillAsIs(whole, size)
  say(`filled ${size.scans} scans of before`)
}

async function fillAsIs(url: string, size: Size): Promise<void> {
  await using place = openAsIs(url)
  await fill(place, size)
  // As housekeeping would, which otherwise does so while calls are measured.
  await keepWeeklyScores(place.database, new Date())
  // As autovacuum would, which otherwise does so while calls are measured.
  await sql`vacuum analyze`.execute(place.database)
}

/** Statements of millions of rows take longer than a server waits. */
function openAsIs(url: string): Place & AsyncDisposable {
  const database = connectTo(url)
  return { database, clock: () => new Date(), [Symbol.asyncDispose]: () => database.destroy() }
}

/** The same for both databases; each has sessions of its own. */
async function requestsOf(place: Place, { users }: Size): Promise<Record<string, string[]>> {
  const found = place.database.selectFrom('users').select(['id', 'email', 'organization_id'])
  const readers = await found.orderBy('id').limit(100).execute()
  const [heavy] = await found.where('username', '=', `person-${users}`).execute()
  const organizationId = readers[0]?.organization_id ?? ''
  if (heavy === undefined) throw new Error('the database is not filled')
  const sessionsOf = (people: readonly { id: string }[]) =>
    Promise.all(people.map((person) => makeSession(place, person)))
  const busy = await sessionsOf(readers.slice(0, 50))
  const quiet = await sessionsOf(readers.slice(50))
  const lead = await sessionsOf([await makeUser(place, { role: 'team_lead', organizationId })])
  const key = await makeGatewayKey(place, organizationId)
  const get = (path: string, tokens: readonly string[]) =>
    tokens.map((token) => requestText('GET', path, { token }))
  const [from, to] = [28, 0].map((days) => dayOf(new Date(Date.now() - days * dayMs)))
  const period = `from=${from}&to=${to}`
  const report = (batch: number) =>
    readers.map((_, start) => {
      const scans = Array.from({ length: batch }, (_item, offset) => ({
        recipient: readers[(start + offset) % readers.length]?.email,
        sender: `someone@sender-${offset}.example`,
        subject: 'Minutes of Monday',
        threat_level: offset % 10 === 9 ? 'malicious' : 'safe',
        indicators: [],
      }))
      const body = batch === 1 ? scans[0] : { scans }
      return requestText('POST', '/scans', { token: key, body })
    })
  return {
    'employee dashboard, 50 threats': get('/dashboard/employee', busy),
    'employee dashboard, a few threats': get('/dashboard/employee', quiet),
    'own messages, 190 in 28 days': get('/messages', busy),
    'own messages, 10 in 28 days': get('/messages', quiet),
    'own messages, search of a tenth of all': get(
      '/messages?q=sender-4242',
      await sessionsOf([heavy]),
    ),
    'own messages, search': get('/messages?q=sender-42', busy),
    'own flags': get('/flags/list', busy),
    'team dashboard': get('/dashboard/team', lead),
    'team report': get(`/team/report?${period}`, lead),
    'team report of a department': get(`/team/report?${period}&department=Payments`, lead),
    'scans, one in a request': report(1),
    'scans, 100 in a request': report(100),
  }
}
