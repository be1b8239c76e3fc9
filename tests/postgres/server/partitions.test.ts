import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { connectPostgres } from '../../../server/database/opening/open-postgres.ts'
import { dropEndedDays, makeDays } from '../../../server/database/partitions/days.ts'
import type { Database } from '../../../server/database/tables/tables.ts'
import { vacuumScans } from '../../../server/emails/retention.ts'
import { runHousekeeping } from '../../../server/housekeeping.ts'
import { anonymizeUser, deleteRemovedUsers } from '../../../server/users/removed-users.ts'
import { makeReport } from '../../support/mail/rspamd.ts'
import { createServers } from '../../support/postgres/two-servers.ts'
import { createTestServer, visitHousekeeping } from '../../support/server/server.ts'
import { createTestDatabase } from '../../support/server/test-database.ts'
import { until } from '../../support/until.ts'
import { makeSession, makeUser } from '../../support/worlds/factories.ts'
import { makeGatewayKey, reportScans } from '../../support/worlds/mail-factories.ts'

const minuteMs = 60_000
const dayMs = 24 * 60 * minuteMs
const levels = ['safe', 'suspicious', 'malicious'] as const

async function daysOf(database: Database): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`select relname as name from pg_class
    where relname ~ '^scans_safe_[0-9]{8}$' order by 1`.execute(database)
  return rows.map(({ name }) => name)
}

/** Where each mail lies. */
async function placesOf(database: Database): Promise<string[]> {
  const { rows } = await sql<{ place: string }>`select tableoid::regclass::text as place
    from scans order by 1`.execute(database)
  return rows.map(({ place }) => place)
}

test('mail lies by level, safe mail by the day of its end, and a day that has passed is dropped', async () => {
  await using server = await createTestServer()
  const { database, clock } = server
  // A database that earlier tests used has their dead rows.
  await sql`vacuum scans`.execute(database)
  await makeDays(database, clock())
  const user = await makeUser(server)
  const report = () =>
    reportScans(
      server,
      user,
      levels.map((threat_level) => ({ threat_level })),
    )
  await report()
  clock.pass(dayMs)
  await report()
  const stay = ['scans_malicious', 'scans_malicious']
  const suspicious = ['scans_suspicious', 'scans_suspicious']
  const both = ['scans_safe_20260414', 'scans_safe_20260415']
  expect(await placesOf(database)).toEqual([...stay, ...both, ...suspicious])
  // The first mail has ended, and its day has not.
  clock.pass(29 * dayMs)
  await runHousekeeping(server.services)
  expect(await placesOf(database)).toEqual([...stay, ...both, ...suspicious.slice(1)])
  clock.pass(14 * 60 * minuteMs)
  await runHousekeeping(server.services)
  expect(await placesOf(database)).toEqual([...stay, ...both.slice(1), ...suspicious.slice(1)])
  expect(await daysOf(database)).not.toContain('scans_safe_20260414')
  await sql`create extension pgstattuple`.execute(database)
  const { rows } = await sql<{ dead: number }>`select sum(dead_tuple_count) as dead
    from pg_partition_tree('scans'), pgstattuple(relid) where isleaf`.execute(database)
  expect(rows).toEqual([{ dead: 0 }])
})

test('each start makes the days ahead, also two at once and while housekeeping waits', async () => {
  await using servers = await createServers()
  const { one, other } = servers
  await Promise.all([one, other].map(({ services }) => visitHousekeeping(services)))
  const days = await daysOf(one.database)
  expect(days).toHaveLength(35)
  expect(days[0]).toBe('scans_safe_20260315')
  // After a leap of the clock nothing is deleted for an hour.
  one.clock.pass(3 * dayMs)
  await visitHousekeeping(one.services)
  expect(await daysOf(one.database)).toEqual([
    ...days,
    'scans_safe_20260419',
    'scans_safe_20260420',
    'scans_safe_20260421',
  ])
})

test('mail of a day without a partition is kept, shown and deleted at its end', async () => {
  await using server = await createTestServer()
  const { database, clock } = server
  const user = await makeUser(server)
  await reportScans(server, user, [{}])
  // Its day stays without one, and the others are made.
  await makeDays(database, clock())
  expect(await daysOf(database)).toHaveLength(34)
  await reportScans(server, user, [{}])
  expect(await placesOf(database)).toEqual(['scans_safe_rest', 'scans_safe_rest'])
  const token = await makeSession(server, user)
  expect((await server.get('/api/messages', { token })).body).toHaveLength(2)
  clock.pass(30 * dayMs)
  await runHousekeeping(server.services)
  expect(await placesOf(database)).toEqual([])
})

test('a stricter verdict moves the mail, and it is never there twice, also over midnight', async () => {
  await using server = await createTestServer()
  const { database, clock } = server
  const user = await makeUser(server)
  const token = await makeGatewayKey(server, user.organizationId)
  clock.pass(13 * 60 * minuteMs + 59 * minuteMs)
  await makeDays(database, clock())
  const report = async (action: string) => {
    const body = makeReport({ rcpt: [user.email], action })
    expect(await server.post('/api/rspamd', { token, body })).toMatchObject({ status: 200 })
    return placesOf(database)
  }
  expect(await report('no action')).toEqual(['scans_safe_20260414'])
  // Its end is on another day now, and it is known by its first.
  clock.pass(2 * minuteMs)
  expect(await report('no action')).toEqual(['scans_safe_20260414'])
  expect(await report('add header')).toEqual(['scans_suspicious'])
  expect(await report('reject')).toEqual(['scans_malicious'])
  expect(await report('no action')).toEqual(['scans_malicious'])
})

test('a drop that has to wait gives up, and holds no reader up', async () => {
  await using servers = await createServers()
  const { one, other } = servers
  await makeDays(one.database, one.clock())
  const user = await makeUser(one)
  await reportScans(one, user, [{}])
  const token = await makeSession(one, user)
  const tomorrow = new Date(one.clock().getTime() + dayMs)
  const reading = await one.database.startTransaction().execute()
  await reading.selectFrom('scans').select('id').execute()
  let isDropping = true
  const dropping = dropEndedDays(other.database, tomorrow).finally(() => {
    isDropping = false
  })
  let read = 0
  while (isDropping) {
    await one.get('/api/messages', { token })
    read += 1
  }
  expect(await dropping).toBe(0)
  expect(read).toBeGreaterThan(1)
  await reading.commit().execute()
  expect(await dropEndedDays(other.database, tomorrow)).toBe(1)
})

test('a drop waits for a vacuum of the partition, and meanwhile mail is read and written', async () => {
  await using servers = await createServers()
  const { one, other } = servers
  await makeDays(one.database, one.clock())
  const user = await makeUser(one)
  await reportScans(one, user, [{}])
  const [today = ''] = await daysOf(one.database)
  // A vacuum has this lock.
  const vacuum = await one.database.startTransaction().execute()
  await sql`lock table ${sql.table(today)} in share update exclusive mode`.execute(vacuum)
  const dropping = dropEndedDays(other.database, new Date(one.clock().getTime() + dayMs))
  const isWaiting = async () => {
    const { rows } = await sql`select 1 from pg_locks where not granted
      and relation = ${today}::regclass and mode = 'ShareUpdateExclusiveLock'`.execute(one.database)
    return rows.length > 0
  }
  expect(await until(isWaiting)).toBe(true)
  await reportScans(one, user, [{}])
  const token = await makeSession(one, user)
  expect((await one.get('/api/messages', { token })).body).toHaveLength(2)
  expect(await until(isWaiting)).toBe(true)
  await vacuum.commit().execute()
  expect(await dropping).toBe(1)
  expect(await daysOf(one.database)).not.toContain(today)
})

test('of a removed user no mail is left that a running report writes', async () => {
  await using servers = await createServers()
  const { one, other } = servers
  await makeDays(one.database, one.clock())
  const user = await makeUser(one)
  await reportScans(one, user, [{}])
  const [scan] = await one.database.selectFrom('scans').selectAll().execute()
  const report = await one.database.startTransaction().execute()
  if (scan === undefined) throw new Error('no mail')
  await report
    .insertInto('scans')
    .values({ ...scan, id: 'late' })
    .execute()
  await anonymizeUser(other.database, user.id, other.clock())
  const totals = { user_id: user.id, safe: 1, suspicious: 0, malicious: 0, risk_sum: 0 }
  await report.insertInto('scan_totals').values(totals).execute()
  const removal = deleteRemovedUsers(other.database)
  const isWaiting = async () => {
    const { rows } = await sql`select 1 from pg_stat_activity where datname = current_database()
      and wait_event_type = 'Lock' and query like 'delete from "users"%'`.execute(one.database)
    return rows.length > 0
  }
  expect(await until(isWaiting)).toBe(true)
  await report.commit().execute()
  await removal
  expect(await placesOf(one.database)).toEqual([])
  expect(await one.database.selectFrom('users').select('id').execute()).toEqual([])
})

test('a partition that another program vacuums or that takes longer than a statement may does not fail the run', async () => {
  await using created = await createTestDatabase()
  const [one, other] = [1, 2].map(() => connectPostgres(created.address, 1)) as [Database, Database]
  await using _closed = {
    async [Symbol.asyncDispose]() {
      await Promise.all([one.destroy(), other.destroy()])
    },
  }
  const holding = await other.startTransaction().execute()
  await sql`lock table scans_suspicious in share update exclusive mode`.execute(holding)
  await sql`set lock_timeout = 10`.execute(one)
  const outcome = await vacuumScans(one).then(() => 'done', String)
  await holding.commit().execute()
  expect(outcome).toBe('done')
})
