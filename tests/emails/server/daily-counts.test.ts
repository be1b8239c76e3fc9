import fc from 'fast-check'
import { sql } from 'kysely'
import { expect } from 'vitest'
import { reportScansEndpoint } from '../../../contract/emails/report-scans.ts'
import { threatLevels } from '../../../contract/emails/threat-level.ts'
import { dayMs, dayOf } from '../../../server/core/clock.ts'
import { readDaysOf, readDaysOfAll } from '../../../server/emails/daily-counts.ts'
import { runHousekeeping } from '../../../server/housekeeping.ts'
import { createTestServer, type TestServer } from '../../support/server/server.ts'
import { test } from '../../support/server/server-test.ts'
import { makeUser, signInAdmin, signInUser } from '../../support/worlds/factories.ts'
import { makeFlag, makeGatewayKey, reportScans } from '../../support/worlds/mail-factories.ts'

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

test('days are kept for 400 days, whatever happens to mail and users', async ({ server, user }) => {
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
  const { token: admin } = await signInAdmin(server)
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

test('a report whose day cannot be counted is not stored', async ({ server, user }) => {
  await server.database.schema.dropTable('daily_counts').execute()
  await expect(reportScans(server, user, [{}])).rejects.toThrow(/daily_counts/)
  for (const table of ['scans', 'monthly_scans'] as const) {
    expect(await server.database.selectFrom(table).selectAll().execute()).toEqual([])
  }
})

test('an organization whose days came with an upgrade can be removed when it is empty', async () => {
  await using server = await createTestServer()
  const { token } = await signInAdmin(server)
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

async function levelsOf(reported: ReturnType<typeof reportScans>): Promise<string[]> {
  return (await reported).map(({ threat_level }) => threat_level)
}

function blockedCounts({ database }: TestServer): Promise<{ blocked_count: number }[]> {
  return database.selectFrom('flags').select('blocked_count').orderBy('value', 'desc').execute()
}

test('mail from a red sender is malicious and counts for the flag', async ({ server, user }) => {
  await makeFlag(server, user, { flag_type: 'red', value: 'them@shop.example' })
  await makeFlag(server, user, { flag_type: 'red', value: 'spam.example' })
  const senders = ['them@shop.example', 'us@shop.example', 'a@spam.example', 'b@spam.example']
  const levels = await levelsOf(
    reportScans(
      server,
      user,
      senders.map((sender) => ({ sender, subject: 'private' })),
    ),
  )
  expect(levels).toEqual(['malicious', 'safe', 'malicious', 'malicious'])
  expect(await blockedCounts(server)).toEqual([{ blocked_count: 1 }, { blocked_count: 2 }])
  const rows = await server.database
    .selectFrom('scans')
    .select(['email_subject', 'reason', 'detection_reason'])
    .where('threat_level', '=', 'malicious')
    .execute()
  const kept = { email_subject: '', reason: '{"code":"blocked"}', detection_reason: '' }
  expect(rows).toEqual([kept, kept, kept])
})

test('a flag on the address has priority over one on its domain', async ({ server, user }) => {
  await makeFlag(server, user, { flag_type: 'red', value: 'shop.example' })
  await makeFlag(server, user, { flag_type: 'green', value: 'friend@shop.example' })
  const senders = ['friend@shop.example', 'other@shop.example', 'a@workshop.example']
  const levels = await levelsOf(
    reportScans(
      server,
      user,
      senders.map((sender) => ({ sender })),
    ),
  )
  expect(levels).toEqual(['safe', 'malicious', 'safe'])
})

test('only a red flag on a domain covers its subdomains', async ({ server, user }) => {
  await makeFlag(server, user, { flag_type: 'red', value: 'shop.example' })
  await makeFlag(server, user, { flag_type: 'green', value: 'good.shop.example' })
  await makeFlag(server, user, { flag_type: 'green', value: 'partner.example' })
  const mail = async (sender: string) => {
    const scan = { sender, threat_level: 'suspicious' } as const
    const [level] = await levelsOf(reportScans(server, user, [scan]))
    return level
  }
  expect(await mail('a@shop.example')).toBe('malicious')
  expect(await mail('a@mail.shop.example')).toBe('malicious')
  expect(await mail('a@a.b.c.shop.example')).toBe('malicious')
  expect(await mail('a@good.shop.example')).toBe('safe')
  expect(await mail('a@bad.good.shop.example')).toBe('malicious')
  expect(await mail('a@workshop.example')).toBe('suspicious')
  expect(await mail('a@partner.example')).toBe('safe')
  expect(await mail('a@sub.partner.example')).toBe('suspicious')
})

test('flags are found for a batch of senders with as many labels as a domain can have', async () => {
  await using server = await createTestServer()
  const user = await makeUser(server)
  await makeFlag(server, user, { flag_type: 'red', value: 'shop.example' })
  const senders = Array.from({ length: 100 }, (_, count) => {
    const label = String.fromCodePoint(97 + (count % 26))
    return `${count}@${`${label}.`.repeat(115)}shop.example`
  })
  const reported = reportScans(
    server,
    user,
    senders.map((sender) => ({ sender })),
  )
  expect(new Set(await levelsOf(reported))).toEqual(new Set(['malicious']))
})

test('a flag matches a sender that is spelt differently', async ({ server }) => {
  const { user, token } = await signInUser(server, { email: 'rania@firm.example' })
  const key = await makeGatewayKey(server, user.organizationId)
  for (const value of ['bücher.example', 'spam@xn--mgbh0fb.example']) {
    const body = { flag_type: 'red', value }
    expect((await server.post('/api/flags/add', { token, body })).status).toBe(200)
  }
  const again = { flag_type: 'green', value: 'BÜCHER.example.' }
  expect((await server.post('/api/flags/add', { token, body: again })).status).toBe(409)
  for (const sender of ['a@XN--bcher-kva.example', 'a@bücher。example', 'spam@مثال.example.']) {
    const body = { recipient: 'Rania@Firm.example.', sender, threat_level: 'safe' }
    const answer = await server.post('/api/scans', { token: key, body })
    expect(answer.output(reportScansEndpoint).scans[0]?.threat_level, sender).toBe('malicious')
  }
})

test("a user's flag does not affect other users' mail", async ({ server, user }) => {
  const colleague = await makeUser(server, { organizationId: user.organizationId })
  await makeFlag(server, user, { flag_type: 'red', value: 'shop.example' })
  const sender = 'them@shop.example'
  const levels = await levelsOf(
    reportScans(server, user, [{ sender }, { sender, recipient: colleague.email }]),
  )
  expect(levels).toEqual(['malicious', 'safe'])
})

test('mail that a green flag makes safe adds no risk', async ({ server, user }) => {
  await makeFlag(server, user, { flag_type: 'green', value: 'partner.example' })
  await reportScans(server, user, [
    { sender: 'them@partner.example', threat_level: 'suspicious', disposition: 'delivered' },
  ])
  const totals = await server.database
    .selectFrom('scan_totals')
    .selectAll()
    .where('user_id', '=', user.id)
    .executeTakeFirst()
  expect(totals).toEqual({ user_id: user.id, safe: 1, suspicious: 0, malicious: 0, risk_sum: 0 })
})

test('the domain of a sender begins after the last @, whatever the quotes before it hold', async () => {
  await using server = await createTestServer()
  const user = await makeUser(server)
  await makeFlag(server, user, { flag_type: 'red', value: 'evil.example' })
  const scan = { sender: '"a@b"@evil.example', threat_level: 'safe' } as const
  expect(await levelsOf(reportScans(server, user, [scan]))).toEqual(['malicious'])
})
