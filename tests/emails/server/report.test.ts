import { sql } from 'kysely'
import { expect } from 'vitest'
import { employeeDashboardEndpoint } from '../../../contract/emails/employee-dashboard.ts'
import { reportScansEndpoint } from '../../../contract/emails/report-scans.ts'
import { runHousekeeping } from '../../../server/housekeeping.ts'
import { createTestServer, type TestServer } from '../../support/server/server.ts'
import { test } from '../../support/server/server-test.ts'
import { makeSession, makeUser } from '../../support/worlds/factories.ts'
import { makeGatewayKey, makeScan } from '../../support/worlds/mail-factories.ts'

async function setUp(server: TestServer) {
  const user = await makeUser(server, { email: 'Rania@firm.example' })
  const token = await makeGatewayKey(server, user.organizationId)
  const session = await makeSession(server, user)
  return {
    user,
    report: (body: unknown) => server.post('/api/scans', { token, body }),
    dashboard: async () =>
      (await server.get('/api/dashboard/employee', { token: session })).output(
        employeeDashboardEndpoint,
      ),
  }
}

test("a reported mail is on the recipient's dashboard at once", {
  tags: ['R280'],
}, async ({ server }) => {
  const { report, dashboard } = await setUp(server)
  const answer = await report({
    recipient: 'RANIA@firm.example',
    sender: 'Boss@Evil.example',
    subject: 'Urgent',
    threat_level: 'suspicious',
    detection_reason: 'Unusual pressure',
    indicators: ['Urgent wording', 'First contact'],
    received_at: '2026-03-15T11:30:00+02:00',
  })
  expect(answer.status).toBe(200)
  expect(answer.body).toEqual({
    success: true,
    scans: [{ id: expect.any(String), threat_level: 'suspicious' }],
  })
  expect((await dashboard()).recent_phishing_emails).toEqual([
    {
      id: answer.output(reportScansEndpoint).scans[0]?.id,
      email_subject: 'Urgent',
      sender_domain: 'evil.example',
      sender_address: 'boss@evil.example',
      threat_level: 'suspicious',
      detection_reason: 'Unusual pressure',
      timestamp: '2026-03-15T09:30:00.000Z',
      disposition: null,
      scan_details: { content_analysis: { indicators: ['Urgent wording', 'First contact'] } },
    },
  ])
})

test('the subject and addresses of malicious mail are not stored anywhere', {
  tags: ['R376'],
}, async ({ server }) => {
  const { report } = await setUp(server)
  await report(
    makeScan({
      recipient: 'rania@firm.example',
      sender: 'secret-sender@evil.example',
      subject: 'secret subject',
      threat_level: 'malicious',
    }),
  )
  const rows = await server.database.selectFrom('scans').selectAll().execute()
  expect(rows).toMatchObject([{ sender_domain: 'evil.example', delete_after: null }])
  expect(JSON.stringify(rows)).not.toMatch(/secret|rania/)
})

test('a batch is processed in the order of the request', async ({ server }) => {
  const { report, dashboard } = await setUp(server)
  const levels = ['safe', 'malicious', 'suspicious', 'safe'] as const
  const scans = levels.map((threat_level) =>
    makeScan({ recipient: 'rania@firm.example', threat_level }),
  )
  const taken = (await report({ scans })).output(reportScansEndpoint).scans
  expect(taken.map(({ threat_level }) => threat_level)).toEqual(levels)
  expect(await dashboard()).toMatchObject({
    total_emails_scanned: 4,
    phishing_emails_caught: 2,
    safe_emails: 2,
  })
})

test.each([
  [{ recipient: 'no address' }, 'recipient: is not an email address'],
  [{ threat_level: 'odd' }, 'threat_level: must be one of safe, suspicious, malicious'],
  [{ indicators: 'one' }, 'indicators: must be a list'],
  [{ indicators: [''] }, 'indicators[0]: must not be empty'],
  [{ indicators: [7] }, 'indicators[0]: must be a text'],
  [{ subject: 'x'.repeat(1001) }, 'subject: must not be longer than 1000'],
  [{ received_at: 'yesterday' }, 'received_at: is not an ISO 8601 time'],
  [{ received_at: '2026-03-15T10:05:01' }, 'received_at: is in the future'],
  [{ received_at: '1969-12-31' }, 'received_at: is before there was mail'],
])('a scan with %o is rejected: %s', { tags: ['R376'] }, async (fields, detail) => {
  await using server = await createTestServer()
  const { report, dashboard } = await setUp(server)
  const bad = { ...makeScan({ recipient: 'rania@firm.example' }), ...fields }
  const one = await report(bad)
  expect(one.status).toBe(422)
  expect(one.detail).toBe(detail)
  const batch = await report({ scans: [bad] })
  expect(batch.status).toBe(422)
  expect(batch.detail).toBe(`scans[0].${detail}`)
  expect(await dashboard()).toMatchObject({ total_emails_scanned: 0 })
})

test('missing, extra and invalid parts of a report are named', async ({ server }) => {
  const { report } = await setUp(server)
  const scan = makeScan({ recipient: 'rania@firm.example' })
  const { sender: _, ...senderless } = scan
  expect((await report(senderless)).detail).toBe('sender: is missing')
  expect((await report({ scans: [] })).detail).toBe('scans: must not be empty')
  const many = await report({ scans: Array.from({ length: 101 }, () => scan) })
  expect(many.detail).toBe('scans: must not be longer than 100')
  const { detail } = await report({ scans: [{ ...scan, surprise: 1 }] })
  expect(detail).toBe('scans[0].surprise: is not a known field')
  expect((await report([scan])).status).toBe(422)
  expect((await report('null')).status).toBe(422)
})

test('a time without a zone is UTC, and a missing time is now', async ({ server }) => {
  const { report, dashboard } = await setUp(server)
  const scan = makeScan({ recipient: 'rania@firm.example', threat_level: 'malicious' })
  await report({ ...scan, received_at: '2026-03-15 08:00' })
  await report(scan)
  const { recent_phishing_emails: threats } = await dashboard()
  expect(threats?.map(({ timestamp }) => timestamp)).toEqual([
    '2026-03-15T10:00:00.000Z',
    '2026-03-15T08:00:00.000Z',
  ])
})

const hourMs = 3_600_000
const taken = { safe: 0, suspicious: 0, malicious: 2 }

async function setUpReportAgain(server: TestServer) {
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
}, async ({ server }) => {
  const { report, billed } = await setUpReportAgain(server)
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
  const { report, billed } = await setUpReportAgain(server)
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
}, async ({ server }) => {
  const { report, billed } = await setUpReportAgain(server)
  const answers = await Promise.all(Array.from({ length: 20 }, () => report('report-1')))
  expect(new Set(answers.map(({ status, text }) => `${status} ${text}`)).size).toBe(1)
  expect(answers[0]?.status).toBe(200)
  expect(await billed()).toEqual(taken)
})

test('the same report without a key, or with another, is a new report', async ({ server }) => {
  const { report, billed } = await setUpReportAgain(server)
  for (const key of [undefined, undefined, 'report-1', 'report-2']) await report(key)
  expect(await billed()).toEqual({ ...taken, malicious: 8 })
})

test('keys of one organization do not affect another', async ({ server }) => {
  const { report, billed } = await setUpReportAgain(server)
  const other = await makeUser(server, { email: 'omar@other.example' })
  const foreign = await makeGatewayKey(server, other.organizationId)
  expect((await report('report-1')).status).toBe(200)
  const theirs = await report('report-1', makeScan({ recipient: other.email }), foreign)
  expect(theirs.status).toBe(200)
  expect(await billed()).toEqual(taken)
})

test('another report under a used key is rejected and changes nothing', async ({ server }) => {
  const { report, mail, billed } = await setUpReportAgain(server)
  await report('report-1')
  const answer = await report('report-1', { scans: [mail] })
  expect(answer).toMatchObject({
    status: 422,
    detail: 'Idempotency-Key: was used for another report already',
  })
  expect(await billed()).toEqual(taken)
})

test('a rejected report may be repeated under its key', async ({ server }) => {
  const { user, report, billed } = await setUpReportAgain(server)
  const late = makeScan({ recipient: 'late@firm.example', threat_level: 'malicious' })
  expect((await report('report-1', late)).status).toBe(404)
  await makeUser(server, { email: late.recipient, organizationId: user.organizationId })
  expect((await report('report-1', late)).status).toBe(200)
  expect(await billed()).toEqual({ ...taken, malicious: 1 })
})

test('answers are deleted after a day, and then the key is free again', async ({ server }) => {
  const { report } = await setUpReportAgain(server)
  await report('report-1')
  server.clock.pass(24 * hourMs)
  await runHousekeeping(server.services)
  expect(await server.database.selectFrom('answered_reports').selectAll().execute()).toEqual([])
})

test('an answer from a clock that was ahead is deleted a day after the clock is corrected', async () => {
  await using server = await createTestServer()
  const { report } = await setUpReportAgain(server)
  server.clock.pass(365 * 24 * hourMs)
  await report('report-1')
  server.clock.pass(-365 * 24 * hourMs)
  await runHousekeeping(server.services)
  expect((await report('report-1')).status).toBe(200)
  server.clock.pass(24 * hourMs)
  await runHousekeeping(server.services)
  expect(await server.database.selectFrom('answered_reports').selectAll().execute()).toEqual([])
})

test('the answer is stored without the key and the recipient', async ({ server }) => {
  const { user, report } = await setUpReportAgain(server)
  await report('a-key-that-says-something')
  const rows = JSON.stringify(
    await server.database.selectFrom('answered_reports').selectAll().execute(),
  )
  for (const word of ['something', user.email, 'sender.example']) expect(rows).not.toContain(word)
})

test.for([
  ['is empty', ''],
  ['has a space', 'a b'],
  ['is too long', 'x'.repeat(256)],
  ['is not ASCII', 'cl\u00e9'],
])('a key that %s is rejected by name', { tags: ['R376'] }, async ([_, key], { server }) => {
  const { report, billed } = await setUpReportAgain(server)
  expect(await report(key)).toMatchObject({
    status: 422,
    detail: 'Idempotency-Key: must be 1 to 255 ASCII characters without a space',
  })
  expect(await billed()).toBeUndefined()
})

async function setUpAddresses(server: TestServer) {
  const user = await makeUser(server, { email: 'rania@firm.example' })
  const token = await makeGatewayKey(server, user.organizationId)
  const report = (fields: object) =>
    server.post('/api/scans', {
      token,
      body: { ...makeScan({ recipient: user.email, threat_level: 'malicious' }), ...fields },
    })
  const senders = async () =>
    (await server.database.selectFrom('scans').select('sender_domain').execute()).map(
      (row) => row.sender_domain,
    )
  return { user, report, senders }
}

test('the null sender is not a valid recipient', async ({ server }) => {
  const { report } = await setUpAddresses(server)
  expect((await report({ recipient: '<>' })).status).toBe(422)
})

test('mail to a tagged address reaches the user without the tag', async ({ server }) => {
  const { user, report } = await setUpAddresses(server)
  for (const recipient of [
    'rania+shop@firm.example',
    'RANIA+a+b@firm.example',
    '<rania+@firm.example>',
    '"rania"@firm.example',
  ]) {
    expect((await report({ recipient })).status, recipient).toBe(200)
  }
  const totals = await server.database.selectFrom('scan_totals').selectAll().execute()
  expect(totals).toMatchObject([{ user_id: user.id, malicious: 4 }])
  expect((await report({ recipient: '+rania@firm.example' })).status).toBe(404)
  expect((await report({ recipient: '"rania+shop x"@firm.example' })).status).toBe(404)
})

test('a user whose own address has a tag gets their own mail', async ({ server }) => {
  const { user, report } = await setUpAddresses(server)
  const tagged = await makeUser(server, {
    email: 'rania+shop@firm.example',
    organizationId: user.organizationId,
  })
  expect((await report({ recipient: tagged.email })).status).toBe(200)
  const totals = await server.database.selectFrom('scan_totals').select('user_id').execute()
  expect(totals).toEqual([{ user_id: tagged.id }])
})
