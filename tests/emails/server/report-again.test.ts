import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { runHousekeeping } from '../../../server/housekeeping.ts'
import { createTestServer, type TestServer } from '../../support/server/server.ts'
import { makeGatewayKey, makeScan, makeUser } from '../../support/worlds/factories.ts'

const hourMs = 3_600_000
const taken = { safe: 0, suspicious: 0, malicious: 2 }

async function setUp(server: TestServer) {
  const user = await makeUser(server, { email: 'rania@firm.example' })
  const token = await makeGatewayKey(server, user.organizationId)
  const mail = makeScan({ recipient: user.email, threat_level: 'malicious' })
  return {
    user,
    token,
    mail,
    report: (key: string | undefined, body: unknown = { scans: [mail, mail] }, as = token) =>
      server.post('/api/scans', {
        token: as,
        body,
        ...(key === undefined ? {} : { headers: { 'Idempotency-Key': key } }),
      }),
    billed: () =>
      server.database
        .selectFrom('monthly_scans')
        .select(['safe', 'suspicious', 'malicious'])
        .where('organization_id', '=', user.organizationId)
        .executeTakeFirst(),
  }
}

test('a repeated report under its key is answered again and billed once', {
  tags: ['R365'],
}, async () => {
  await using server = await createTestServer()
  const { report, billed } = await setUp(server)
  const first = await report('report-1')
  server.clock.pass(23 * hourMs)
  await runHousekeeping(server.services)
  const again = await report('report-1')
  expect(first.status).toBe(200)
  expect(again).toMatchObject({ status: 200, text: first.text })
  expect(await billed()).toEqual(taken)
  expect(await server.database.selectFrom('scans').selectAll().execute()).toHaveLength(2)
})

test('a report of which one total cannot be written leaves nothing, and counts when it comes again', async () => {
  await using server = await createTestServer()
  const { report, billed } = await setUp(server)
  const { database } = server
  const kept = async () => ({
    scans: (await database.selectFrom('scans').select('id').execute()).length,
    answers: (await database.selectFrom('answered_reports').select('id').execute()).length,
    totals: await database.selectFrom('scan_totals').select('malicious').execute(),
    parts: await database.selectFrom('organization_totals').select('malicious').execute(),
    days: await database.selectFrom('daily_counts').select('malicious').execute(),
  })
  const of = (reports: number) => {
    const sums = [{ malicious: 2 * reports }]
    return { scans: 2 * reports, answers: reports, totals: sums, parts: sums, days: sums }
  }
  await report('report-1')
  expect(await kept()).toEqual(of(1))
  await sql`update monthly_scans set malicious = 9223372036854775807`.execute(database)
  expect((await report('report-2')).status).toBe(500)
  expect(await kept()).toEqual(of(1))
  await sql`update monthly_scans set malicious = 2`.execute(database)
  expect((await report('report-2')).status).toBe(200)
  expect(await kept()).toEqual(of(2))
  expect(await billed()).toEqual({ ...taken, malicious: 4 })
})

test('many simultaneous copies of a report get the same answer', {
  tags: ['R365'],
}, async () => {
  await using server = await createTestServer()
  const { report, billed } = await setUp(server)
  const answers = await Promise.all(Array.from({ length: 20 }, () => report('report-1')))
  expect(new Set(answers.map(({ status, text }) => `${status} ${text}`)).size).toBe(1)
  expect(answers[0]?.status).toBe(200)
  expect(await billed()).toEqual(taken)
})

test('the same report without a key, or with another, is a new report', async () => {
  await using server = await createTestServer()
  const { report, billed } = await setUp(server)
  for (const key of [undefined, undefined, 'report-1', 'report-2']) await report(key)
  expect(await billed()).toEqual({ ...taken, malicious: 8 })
})

test('keys of one organization do not affect another', async () => {
  await using server = await createTestServer()
  const { report, billed } = await setUp(server)
  const other = await makeUser(server, { email: 'omar@other.example' })
  const foreign = await makeGatewayKey(server, other.organizationId)
  expect((await report('report-1')).status).toBe(200)
  const theirs = await report('report-1', makeScan({ recipient: other.email }), foreign)
  expect(theirs.status).toBe(200)
  expect(await billed()).toEqual(taken)
})

test('another report under a used key is rejected and changes nothing', async () => {
  await using server = await createTestServer()
  const { report, mail, billed } = await setUp(server)
  await report('report-1')
  const answer = await report('report-1', { scans: [mail] })
  expect(answer).toMatchObject({
    status: 422,
    detail: 'Idempotency-Key: was used for another report already',
  })
  expect(await billed()).toEqual(taken)
})

test('a rejected report may be repeated under its key', async () => {
  await using server = await createTestServer()
  const { user, report, billed } = await setUp(server)
  const late = makeScan({ recipient: 'late@firm.example', threat_level: 'malicious' })
  expect((await report('report-1', late)).status).toBe(404)
  await makeUser(server, { email: late.recipient, organizationId: user.organizationId })
  expect((await report('report-1', late)).status).toBe(200)
  expect(await billed()).toEqual({ ...taken, malicious: 1 })
})

test('answers are deleted after a day, and then the key is free again', async () => {
  await using server = await createTestServer()
  const { report } = await setUp(server)
  await report('report-1')
  server.clock.pass(24 * hourMs)
  await runHousekeeping(server.services)
  expect(await server.database.selectFrom('answered_reports').selectAll().execute()).toEqual([])
})

test('an answer from a clock that was ahead is deleted a day after the clock is corrected', async () => {
  await using server = await createTestServer()
  const { report } = await setUp(server)
  server.clock.pass(365 * 24 * hourMs)
  await report('report-1')
  server.clock.pass(-365 * 24 * hourMs)
  await runHousekeeping(server.services)
  expect((await report('report-1')).status).toBe(200)
  server.clock.pass(24 * hourMs)
  await runHousekeeping(server.services)
  expect(await server.database.selectFrom('answered_reports').selectAll().execute()).toEqual([])
})

test('the answer is stored without the key and the recipient', async () => {
  await using server = await createTestServer()
  const { user, report } = await setUp(server)
  await report('a-key-that-says-something')
  const rows = JSON.stringify(
    await server.database.selectFrom('answered_reports').selectAll().execute(),
  )
  for (const word of ['something', user.email, 'sender.example']) expect(rows).not.toContain(word)
})

test.each([
  ['is empty', ''],
  ['has a space', 'a b'],
  ['is too long', 'x'.repeat(256)],
  ['is not ASCII', 'cl\u00e9'],
])('a key that %s is rejected by name', { tags: ['R376'] }, async (_, key) => {
  await using server = await createTestServer()
  const { report, billed } = await setUp(server)
  expect(await report(key)).toMatchObject({
    status: 422,
    detail: 'Idempotency-Key: must be 1 to 255 ASCII characters without a space',
  })
  expect(await billed()).toBeUndefined()
})
