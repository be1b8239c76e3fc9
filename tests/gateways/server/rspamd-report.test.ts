import { expect } from 'vitest'
import { makeReport, makeSymbol } from '../../support/mail/rspamd.ts'
import { createTestServer, type TestServer } from '../../support/server/server.ts'
import { test } from '../../support/server/server-test.ts'
import { makeSession, makeUser } from '../../support/worlds/factories.ts'
import { inEnglish } from '../../support/worlds/in-english.ts'
import { makeFlag, makeGatewayKey } from '../../support/worlds/mail-factories.ts'

async function setUp(server: TestServer) {
  const user = await makeUser(server, { email: 'rania@firm.example' })
  const { organizationId } = user
  const token = await makeGatewayKey(server, organizationId)
  const report = (overrides: Parameters<typeof makeReport>[0]) =>
    server.post('/api/rspamd', { token, body: makeReport({ rcpt: [user.email], ...overrides }) })
  const scans = async () => {
    const rows = await server.database.selectFrom('scans').selectAll().orderBy('id').execute()
    return rows.map(inEnglish)
  }
  return {
    user,
    organizationId,
    token,
    report,
    scans,
    /** The kept row of one report. */
    async scanOf(overrides: Parameters<typeof makeReport>[0]) {
      expect((await report(overrides)).body).toEqual({ success: true, taken: 1, ignored: 0 })
      const [scan] = await scans()
      return scan
    },
  }
}

test('a mail counts once for each user among its recipients, and other recipients are ignored', async () => {
  await using server = await createTestServer()
  const { user, organizationId, report, scans } = await setUp(server)
  const omar = await makeUser(server, { organizationId, email: 'omar@firm.example' })
  const stranger = await makeUser(server, { email: 'strange@other.example' })
  const rcpt = ['RANIA+news@Firm.example', '<omar@firm.example>', stranger.email, 'no@firm.example']
  const answer = await report({ rcpt, action: 'add header' })
  expect(answer).toMatchObject({
    status: 200,
    body: { success: true, taken: 2, ignored: 2 },
  })
  const rows = await scans()
  expect(rows.map(({ user_id }) => user_id).toSorted()).toEqual([user.id, omar.id].toSorted())
  expect(rows[0]).toMatchObject({
    threat_level: 'suspicious',
    sender_domain: 'sender.example',
    email_subject: 'A subject',
    received_at: server.clock().toISOString(),
  })
  const monthly = await server.database.selectFrom('monthly_scans').selectAll().execute()
  expect(monthly).toMatchObject([
    { organization_id: organizationId, safe: 0, suspicious: 2, malicious: 0 },
  ])
})

test('several addresses of a user are one mail, taken as often as the report names them', async () => {
  await using server = await createTestServer()
  const { report, scans } = await setUp(server)
  const rcpt = ['rania@firm.example', 'rania+a@firm.example', 'Rania@firm.example']
  expect((await report({ rcpt })).body).toEqual({ success: true, taken: 3, ignored: 0 })
  expect(await scans()).toHaveLength(1)
})

test('a user with several addresses got the mail through any that let it through', async () => {
  await using server = await createTestServer()
  const { report, scans } = await setUp(server)
  const rcpt = ['rania+a@firm.example', 'rania@firm.example', 'rania+b@firm.example']
  const stopped = { options: ['rania+a@firm.example', 'rania+b@firm.example'] }
  const symbols = [makeSymbol('AMAN_ENFORCE', stopped)]
  // Without an id nothing would recognise the second address.
  await report({ rcpt, symbols, message_id: 'undef', qid: 'unknown' })
  expect(await scans()).toMatchObject([{ disposition: 'delivered' }])
})

test('nothing is stored of a report if any part of it cannot be', async ({ server }) => {
  const { organizationId, report, scans } = await setUp(server)
  await makeUser(server, { organizationId, email: 'omar@firm.example' })
  await server.database.schema.dropTable('monthly_scans').execute()
  const answer = await report({ rcpt: ['rania@firm.example', 'omar@firm.example'] })
  expect(answer.status).toBe(500)
  expect(await scans()).toEqual([])
  expect(await server.database.selectFrom('reported_mails').selectAll().execute()).toEqual([])
})

test.each([
  [{ 'content-type': 'text/plain' }, '{}', 415, 'unsupported_type'],
  [{}, '{', 400, 'bad_json'],
  [{}, '', 422, 'invalid_input'],
  [{}, '[]', 422, 'invalid_input'],
  [{}, 'null', 422, 'invalid_input'],
  [{}, '"unknown"', 422, 'invalid_input'],
  [{}, `{"subject":"${'x'.repeat(1_000_000)}"}`, 413, 'too_large'],
])('a body with %j that is not a report is rejected', async (headers, body, status, code) => {
  await using server = await createTestServer()
  const { token } = await setUp(server)
  expect(await server.post('/api/rspamd', { token, body, headers })).toMatchObject({
    status,
    code,
  })
})

test('a report of almost 1 MB is taken', async ({ server }) => {
  const { report } = await setUp(server)
  const answer = await report({ header_from: ['x'.repeat(990_000)] })
  expect(answer.body).toEqual({ success: true, taken: 1, ignored: 0 })
})

test('reports take a key of the organization, and nothing else', async ({ server }) => {
  const { user, token, scans } = await setUp(server)
  const body = makeReport({ rcpt: [user.email] })
  const session = await makeSession(server, user)
  const other = await makeUser(server)
  const foreign = await makeGatewayKey(server, other.organizationId)
  expect((await server.post('/api/rspamd', { body })).status).toBe(401)
  expect((await server.post('/api/rspamd', { token: session, body })).status).toBe(401)
  expect((await server.post('/api/rspamd', { token: foreign, body })).body).toEqual({
    success: true,
    taken: 0,
    ignored: 1,
  })
  expect(await scans()).toEqual([])
  const authorization = `Basic ${Buffer.from(`rspamd:${token}`).toString('base64')}`
  const answer = await server.post('/api/rspamd', { headers: { authorization }, body })
  expect(answer.body).toEqual({ success: true, taken: 1, ignored: 0 })
})

test.each([
  ['user', 'layla@firm.example', 0],
  ['user', 'unknown', 1],
  ['user', '', 1],
  ['action', 'soft reject', 0],
  ['action', 'soft_reject', 0],
  ['action', 'greylist', 1],
])('mail whose %s is %j is counted %i times', async (field, value, times) => {
  await using server = await createTestServer()
  const { report, scans } = await setUp(server)
  const answer = await report({ [field]: value })
  expect(answer.body).toEqual({ success: true, taken: times, ignored: 1 - times })
  expect(await scans()).toHaveLength(times)
  expect(await server.database.selectFrom('monthly_scans').selectAll().execute()).toHaveLength(
    times,
  )
})

test('mail that was put off is counted when it comes again', async ({ server }) => {
  const { report, scans } = await setUp(server)
  await report({ action: 'soft reject', qid: 'Q1' })
  await report({ action: 'no action', qid: 'Q2' })
  expect(await scans()).toMatchObject([{ threat_level: 'safe' }])
})

test.for([
  [['Layla <layla@a.example>'], 'layla@a.example'],
  [['layla@a.example, Omar <omar@b.example>'], 'layla@a.example'],
  [['"Doe, John" <john@a.example>, jane@b.example'], 'john@a.example'],
  [['"boss@firm.example" <other@a.example>'], 'other@a.example'],
  [['boss@firm.example <other@a.example>'], 'other@a.example'],
  [['(boss@firm.example) other@a.example'], 'other@a.example'],
  [['Team: layla@a.example, omar@b.example;'], 'layla@a.example'],
  [['ليلى حداد <Layla@BÜCHER.example.>'], 'layla@xn--bcher-kva.example'],
  [['undisclosed:;', 'layla@a.example'], 'layla@a.example'],
  [['not an address', 'layla@a.example'], 'layla@a.example'],
  [['nothing'], 'bounces@envelope.example'],
  ['unknown', 'bounces@envelope.example'],
  [[], 'bounces@envelope.example'],
] as const)('the sender of From %j is %s', async ([header_from, sender], { server }) => {
  const { user, scanOf } = await setUp(server)
  await makeFlag(server, user, { flag_type: 'red', value: sender })
  const scan = await scanOf({ header_from, from: 'bounces@envelope.example' })
  expect(scan).toMatchObject({ threat_level: 'malicious', sender_domain: sender.split('@')[1] })
})

test.for(['', 'unknown', 'no address', '<>'])(
  'a mail without any sender, for instance a bounce from %j, is counted',
  async (from, { server }) => {
    const { scanOf } = await setUp(server)
    expect(await scanOf({ header_from: 'unknown', from })).toMatchObject({ sender_domain: '' })
  },
)

test.for([
  ['no action', 'delivered', 'safe'],
  ['greylist', 'delivered', 'safe'],
  ['add header', 'delivered', 'suspicious'],
  ['rewrite subject', 'delivered', 'suspicious'],
  ['quarantine', 'quarantined', 'suspicious'],
  ['discard', 'rejected', 'malicious'],
  ['reject', 'rejected', 'malicious'],
  ['Add_Header', 'delivered', 'suspicious'],
  ['move to the cellar', null, 'suspicious'],
  ['__proto__', null, 'suspicious'],
  ['constructor', null, 'suspicious'],
  ['unknown', null, 'suspicious'],
  [undefined, null, 'suspicious'],
])('mail with the action %j was %s and is %s', async ([action, disposition, level], { server }) => {
  const { scanOf } = await setUp(server)
  expect(await scanOf({ action })).toMatchObject({ disposition, threat_level: level })
})

test('only the recipients that our enforcement names did not get the mail', async ({ server }) => {
  const { user, organizationId, report, scans } = await setUp(server)
  const omar = await makeUser(server, { organizationId, email: 'omar@firm.example' })
  const flag = await makeFlag(server, user, { flag_type: 'red', value: 'sender.example' })
  await report({
    rcpt: ['Rania+x@firm.example', 'omar@firm.example'],
    symbols: [
      makeSymbol('AMAN_RED_FLAG', { score: 0.01, options: ['rania@firm.example|sender.example'] }),
      makeSymbol('AMAN_ENFORCE', { score: 0, options: ['rania+X@FIRM.example'] }),
    ],
  })
  const rows = await scans()
  const of = (id: string) => rows.find(({ user_id }) => user_id === id)
  expect(of(user.id)).toMatchObject({
    disposition: 'rejected',
    threat_level: 'malicious',
    detection_reason: 'Blocked by a red flag of the recipient',
  })
  expect(of(omar.id)).toMatchObject({
    disposition: 'delivered',
    threat_level: 'safe',
    indicators: '[]',
  })
  const flags = await server.database
    .selectFrom('flags')
    .selectAll()
    .where('id', '=', flag)
    .execute()
  expect(flags).toMatchObject([{ blocked_count: 1 }])
})

test("a rejection because of recipients' flags alone says nothing about the mail", async () => {
  await using server = await createTestServer()
  const { user, scanOf } = await setUp(server)
  await makeFlag(server, user, { flag_type: 'red', value: 'sender.example' })
  const symbols = [makeSymbol('AMAN_ENFORCE', { score: 0, options: [user.email] })]
  expect(await scanOf({ action: 'reject', symbols })).toMatchObject({
    disposition: 'rejected',
    detection_reason: 'Blocked by a red flag of the recipient',
  })
  const totals = await server.database.selectFrom('scan_totals').selectAll().execute()
  expect(totals).toMatchObject([{ malicious: 1, risk_sum: 0 }])
})

test('the id of a mail is stored as that of a reported scan, and only as an HMAC', async () => {
  await using server = await createTestServer()
  const { user, token, report } = await setUp(server)
  await report({ message_id: 'secret-1@sender.example', subject: 'Dinner' })
  const scan = { recipient: user.email, sender: 'a@b.example', threat_level: 'safe' }
  const body = { ...scan, message_id: '<secret-1@sender.example>' }
  await server.post('/api/scans', { token, body })
  const rows = await server.database.selectFrom('scans').select('message_id_hmac').execute()
  expect(rows).toHaveLength(2)
  expect(rows[0]?.message_id_hmac).toBe(rows[1]?.message_id_hmac)
  expect(rows[0]?.message_id_hmac).toMatch(/^[\w-]{43}$/)
  const kept = JSON.stringify(
    await server.database.selectFrom('reported_mails').selectAll().execute(),
  )
  for (const words of ['secret-1', 'sender.example', 'firm.example', 'Dinner']) {
    expect(kept).not.toContain(words)
  }
})
