import fc from 'fast-check'
import { expect } from 'vitest'
import { employeeDashboardEndpoint } from '../../../contract/emails/employee-dashboard.ts'
import { makeReport, makeSymbol } from '../../support/mail/rspamd.ts'
import { createTestServer, type TestServer } from '../../support/server/server.ts'
import { test } from '../../support/server/server-test.ts'
import { times } from '../../support/until.ts'
import { anyText } from '../../support/worlds/any-text.ts'
import { makeSession, makeUser } from '../../support/worlds/factories.ts'
import { inEnglish } from '../../support/worlds/in-english.ts'
import { makeGatewayKey } from '../../support/worlds/mail-factories.ts'

async function setUp(server: TestServer) {
  const user = await makeUser(server, { email: 'rania@firm.example' })
  const token = await makeGatewayKey(server, user.organizationId)
  return {
    user,
    token,
    report: (overrides: Parameters<typeof makeReport>[0]) =>
      server.post('/api/rspamd', { token, body: makeReport({ rcpt: [user.email], ...overrides }) }),
    scan: async () =>
      inEnglish(await server.database.selectFrom('scans').selectAll().executeTakeFirstOrThrow()),
  }
}

const taken = { success: true, taken: 1, ignored: 0 }

test.for([undefined, 'unknown', 'undef', null, 7, [], {}, ['unknown'], [null], [[]], [{}]])(
  'a report whose other values are %j is taken',
  async (value, { server }) => {
    const { user, token, scan } = await setUp(server)
    const names = Object.keys(makeReport())
    const body = { ...Object.fromEntries(names.map((name) => [name, value])), rcpt: [user.email] }
    const answer = await server.post('/api/rspamd', { token, body })
    expect(answer).toMatchObject({ status: 200, body: taken })
    expect(await scan()).toMatchObject({ threat_level: 'suspicious', sender_domain: '' })
  },
)

test('symbols that cannot be read do not hide the others', async ({ server }) => {
  const { report, scan } = await setUp(server)
  const symbols = [
    ...[null, 7, 'CLAM_VIRUS', [], {}, { name: 7, score: 'x' }, { score: 5 }],
    { name: 'CLAM_VIRUS', score: 4, group: 9, options: 'unknown', weight: null },
  ]
  expect((await report({ symbols })).body).toEqual(taken)
  expect(await scan()).toMatchObject({
    threat_level: 'malicious',
    detection_reason: 'An attachment contains a known virus',
  })
})

test('bytes that are not UTF-8 are replaced, with and without a length', async ({ server }) => {
  const { token } = await setUp(server)
  const json = JSON.stringify(
    makeReport({ rcpt: ['rania@firm.example'], action: 'add header', subject: 'Invoice @@' }),
  )
  const bytes = Buffer.from(json)
  bytes.set([0xff, 0xc3], bytes.indexOf('@@'))
  const chunked = new ReadableStream({
    start(controller) {
      controller.enqueue(bytes)
      controller.close()
    },
  })
  const lengths = [{ 'content-length': String(bytes.length) }, {}]
  for (const [position, body] of [bytes, chunked].entries()) {
    const sent = {
      method: 'POST',
      headers: {
        authorization: `Bearer ${token}`,
        'content-type': 'application/json',
        ...lengths[position],
      },
      body,
      // A stream needs it, and the type does not know it.
      duplex: 'half',
    }
    const answer = await server.app.request('/api/rspamd', sent)
    expect(await answer.json()).toEqual(taken)
  }
  const rows = await server.database.selectFrom('scans').selectAll().execute()
  expect(rows).toMatchObject([{ email_subject: 'Invoice \ufffd\ufffd' }])
})

test.for([
  ['Invoice \u202efdp.exe\u202c', 'Invoice fdp.exe'],
  ['\u200f\u2066Hello\u2069\u061c', 'Hello'],
  ['one\u0000two\r\n three\u0085', 'one two  three'],
  ['half \ud800 a pair', 'half \ufffd a pair'],
  ['دعوة إلى اجتماع', 'دعوة إلى اجتماع'],
  ['x'.repeat(4000), 'x'.repeat(1000)],
  ['🚀'.repeat(4000), '🚀'.repeat(1000)],
  ['\u202e'.repeat(4000), ''],
  ['unknown', 'unknown'],
])('the subject %j is kept as %j', async ([subject, kept], { server }) => {
  const { user, report, scan } = await setUp(server)
  const answer = await report({ subject, header_subject: [subject], action: 'add header' })
  expect(answer.body).toEqual(taken)
  expect((await scan()).email_subject).toBe(kept)
  const token = await makeSession(server, user)
  const dashboard = await server.get('/api/dashboard/employee', { token })
  expect(dashboard.output(employeeDashboardEndpoint).recent_phishing_emails).toMatchObject([
    { email_subject: kept },
  ])
})

test.each([
  ['unknown', ['From the header'], 'From the header'],
  [undefined, ['From the header'], 'From the header'],
  ['unknown', 'unknown', ''],
  [undefined, undefined, ''],
])('the subject %j beside the lines %j is %j', async (subject, header_subject, kept) => {
  await using server = await createTestServer()
  const { report, scan } = await setUp(server)
  await report({ subject, header_subject, action: 'add header' })
  expect((await scan()).email_subject).toBe(kept)
})

test('120 recipients of a mail get it in one report', async ({ server }) => {
  const { user, report } = await setUp(server)
  const { organizationId } = user
  const others = await times(119, () => makeUser(server, { organizationId }))
  const rcpt = [user, ...others].map(({ email }) => email)
  const label = 'a.'.repeat(100)
  const header_from = [`someone@${label}example`]
  const counted = { success: true, taken: 120, ignored: 0 }
  expect((await report({ rcpt, header_from })).body).toEqual(counted)
  expect((await report({ rcpt: rcpt.toReversed(), header_from })).body).toEqual(counted)
  expect(await server.database.selectFrom('scans').select('id').execute()).toHaveLength(120)
})

test('recipients after the first 1,000 are ignored', async ({ server }) => {
  const { report } = await setUp(server)
  const rcpt = Array.from({ length: 40_000 }, (_, position) => `${position}@firm.example`)
  expect((await report({ rcpt: ['rania@firm.example', ...rcpt] })).body).toEqual({
    success: true,
    taken: 1,
    ignored: 40_000,
  })
  expect((await report({ rcpt: [...rcpt, 'rania@firm.example'] })).body).toEqual({
    success: true,
    taken: 0,
    ignored: 40_001,
  })
})

test('a message id of any length and content is taken', async ({ server }) => {
  const { report } = await setUp(server)
  for (const message_id of ['\u0000\ud800', '🚀'.repeat(5000), '<<>>', ' ']) {
    expect((await report({ message_id })).body).toEqual(taken)
  }
  const rows = await server.database.selectFrom('scans').select('message_id_hmac').execute()
  expect(rows).toHaveLength(4)
})

test('From lines that are made to be expensive are read in little time', async ({ server }) => {
  const { report } = await setUp(server)
  for (const part of ['a,', 'a:', '<(', '"', '(', '<a@b>', '\\"', 'a@b, ', ';']) {
    const line = part.repeat(200_000 / part.length)
    const started = process.threadCpuUsage()
    expect((await report({ header_from: [line, line], message_id: part })).body).toEqual(taken)
    // Time of the processor, which others may be using, too.
    expect(process.threadCpuUsage(started).user, part).toBeLessThan(2_000_000)
  }
})

/** Anything that JSON can hold, mostly in the shape of a report. */
const value = fc.oneof(
  fc.constantFrom('unknown', 'undef', 'rania@firm.example', '\u202e', '\ud800', '\u0000'),
  fc.constantFrom('<>', 'a@b.example, c@d.example', '"', 'reject', 'soft reject'),
  anyText(),
  fc.array(fc.oneof(anyText(), fc.constantFrom('rania@firm.example', null, 7))),
  fc.array(
    fc.record({
      name: fc.oneof(fc.constantFrom('AMAN_ENFORCE', 'DMARC_POLICY_ALLOW'), fc.string()),
      score: fc.oneof(fc.double({ noNaN: true, noDefaultInfinity: true }), fc.string()),
      options: fc.oneof(fc.array(anyText()), fc.string()),
    }),
  ),
  fc.jsonValue(),
)

test('no report makes the server fail', async ({ server }) => {
  const { token } = await setUp(server)
  const names = Object.keys(makeReport())
  const model = Object.fromEntries(names.map((name) => [name, value]))
  const bodies = fc.oneof(fc.record(model, { requiredKeys: [] }), fc.jsonValue())
  await fc.assert(
    fc.asyncProperty(bodies, async (body) => {
      const { status, body: answer } = await server.post('/api/rspamd', {
        token,
        body: JSON.stringify(body),
      })
      const isReport = typeof body === 'object' && body !== null && !Array.isArray(body)
      expect(status).toBe(isReport ? 200 : 422)
      if (isReport) expect(answer).toMatchObject({ success: true })
    }),
    { numRuns: 300 },
  )
})

test('names and options of symbols are not shown', async ({ server }) => {
  const { report, scan } = await setUp(server)
  const options = ['omar@secret.example', 'CANARY']
  const symbols = ['PHISHING', 'PREVIOUSLY_DELIVERED', 'OWN_RULE', 'RBL_OWN'].map((name) =>
    makeSymbol(name, { score: 3, group: 'own', options }),
  )
  await report({ symbols, action: 'add header' })
  expect(JSON.stringify(await scan())).not.toMatch(/secret|CANARY|PHISHING|RULE|RBL|PREVIOUSLY/)
})
