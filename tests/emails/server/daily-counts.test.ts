import fc from 'fast-check'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { threatLevels } from '../../../contract/emails/threat-level.ts'
import { dayMs, dayOf } from '../../../server/core/clock.ts'
import { readDaysOf, readDaysOfAll } from '../../../server/emails/daily-counts.ts'
import { runHousekeeping } from '../../../server/housekeeping.ts'
import { createTestServer, type TestServer } from '../../support/server/server.ts'
import { makeSession, makeUser, reportScans } from '../../support/worlds/factories.ts'

/** The test clock stands at this day. */
const today = '2026-03-15'

const storedDays = ({ database }: TestServer) =>
  database.selectFrom('daily_counts').selectAll().orderBy('day').execute()

test('mail counts for its organization on the day of receipt, also when it is reported late', async () => {
  await using server = await createTestServer()
  const [user, other] = [await makeUser(server), await makeUser(server)]
  await reportScans(server, user, [
    {},
    { threat_level: 'suspicious', received_at: '2026-03-15T00:00:00Z' },
    { threat_level: 'malicious', received_at: '2026-03-14T23:59:59.999Z' },
    { received_at: '2026-01-02T12:00:00Z' },
    // The day before in UTC.
    { received_at: '2026-03-14T01:00:00+03:00' },
  ])
  await reportScans(server, user, [{}])
  await reportScans(server, other, [{ threat_level: 'malicious' }])
  const { database } = server
  const days = [
    { day: '2026-03-13', safe: 1, suspicious: 0, malicious: 0 },
    { day: '2026-03-14', safe: 0, suspicious: 0, malicious: 1 },
    { day: today, safe: 2, suspicious: 1, malicious: 0 },
  ]
  expect(await readDaysOf(database, user.organizationId, '2026-03-13', today)).toEqual(days)
  expect(await readDaysOfAll(database, '2026-03-14', today)).toEqual([
    days[1],
    { day: today, safe: 2, suspicious: 1, malicious: 1 },
  ])
  expect(await readDaysOf(database, user.organizationId, '2026-01-01', '2026-01-31')).toEqual([
    { day: '2026-01-02', safe: 1, suspicious: 0, malicious: 0 },
  ])
})

test('days and months count the same mail', async () => {
  const mail = fc.record({
    threat_level: fc.constantFrom(...threatLevels),
    daysAgo: fc.integer({ min: 0, max: 399 }),
  })
  await using server = await createTestServer()
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.array(mail, { minLength: 1, maxLength: 20 }), { minLength: 1, maxLength: 4 }),
      async (reports) => {
        const user = await makeUser(server)
        for (const report of reports) {
          const scans = report.map(({ threat_level, daysAgo }) => ({
            threat_level,
            received_at: new Date(server.clock().getTime() - daysAgo * dayMs).toISOString(),
          }))
          await reportScans(server, user, scans)
        }
        const sums = (table: 'daily_counts' | 'monthly_scans', month: 'day' | 'month') =>
          sql`select substr(${sql.ref(month)}, 1, 7) as month, cast(sum(safe) as integer) as safe,
            cast(sum(suspicious) as integer) as suspicious,
            cast(sum(malicious) as integer) as malicious
            from ${sql.table(table)} where organization_id = ${user.organizationId}
            group by 1 order by 1`.execute(server.database)
        const days = await sums('daily_counts', 'day')
        expect(days.rows).toEqual((await sums('monthly_scans', 'month')).rows)
      },
    ),
    { numRuns: 15 },
  )
})

test('days are kept for 400 days, whatever happens to mail and users', async () => {
  await using server = await createTestServer()
  const user = await makeUser(server)
  const lastKept = dayOf(server.clock(), -399)
  // An older day would only be deleted again.
  await reportScans(server, user, [
    {},
    { received_at: lastKept },
    { received_at: dayOf(server.clock(), -400) },
  ])
  expect((await storedDays(server)).map(({ day }) => day)).toEqual([lastKept, today])
  await runHousekeeping(server.services)
  expect(await storedDays(server)).toHaveLength(2)
  server.clock.pass(31 * dayMs)
  const admin = await makeSession(server, await makeUser(server, { role: 'super_admin' }))
  await server.delete(`/api/admin/users/${user.id}`, { token: admin })
  await runHousekeeping(server.services)
  expect((await storedDays(server)).map(({ day }) => day)).toEqual([today])
  server.clock.pass(368 * dayMs)
  await runHousekeeping(server.services)
  expect(await storedDays(server)).toHaveLength(1)
  server.clock.pass(dayMs)
  await runHousekeeping(server.services)
  expect(await storedDays(server)).toEqual([])
})

test('a report whose day cannot be counted is not stored', async () => {
  await using server = await createTestServer()
  const user = await makeUser(server)
  await server.database.schema.dropTable('daily_counts').execute()
  await expect(reportScans(server, user, [{}])).rejects.toThrow(/daily_counts/)
  for (const table of ['scans', 'monthly_scans'] as const) {
    expect(await server.database.selectFrom(table).selectAll().execute()).toEqual([])
  }
})

test('an organization whose days came with an upgrade can be removed when it is empty', async () => {
  await using server = await createTestServer()
  const token = await makeSession(server, await makeUser(server, { role: 'super_admin' }))
  const { organizationId: organization_id, id } = await makeUser(server)
  await server.database
    .insertInto('daily_counts')
    .values({ organization_id, day: today, safe: 1, suspicious: 0, malicious: 0 })
    .execute()
  await server.delete(`/api/admin/users/${id}`, { token })
  const answer = await server.delete(`/api/admin/organizations/${organization_id}`, { token })
  expect(answer.status).toBe(200)
  expect(await storedDays(server)).toEqual([])
})
