import { expect, test } from 'vitest'
import { employeeDashboardEndpoint } from '../../../contract/emails/employee-dashboard.ts'
import { readReason, sentenceIn } from '../../../server/emails/sentences/sentence.ts'
import { createTestServer, type TestServer } from '../../support/server/server.ts'
import {
  makeFlag,
  makeGatewayKey,
  makeScan,
  makeSession,
  makeUser,
  reportScans,
} from '../../support/worlds/factories.ts'

const sender = 'them@partner.example'

/** The recipient's view of one mail under this flag; safe mail is not shown. */
async function judged(
  server: TestServer,
  flag_type: 'green' | 'red',
  mail: Parameters<typeof reportScans>[2][number],
) {
  const user = await makeUser(server)
  const id = await makeFlag(server, user, { flag_type, value: 'partner.example' })
  const [taken] = await reportScans(server, user, [{ sender, ...mail }])
  const { blocked_count } = await server.database
    .selectFrom('flags')
    .select('blocked_count')
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  const row = await server.database
    .selectFrom('scans')
    .selectAll()
    .where('user_id', '=', user.id)
    .executeTakeFirstOrThrow()
  const { risk_sum } = await server.database
    .selectFrom('scan_totals')
    .select('risk_sum')
    .where('user_id', '=', user.id)
    .executeTakeFirstOrThrow()
  expect(taken?.threat_level).toBe(row.threat_level)
  const reason = sentenceIn('en', readReason(row))
  return { level: row.threat_level, reason, blocked_count, risk_sum, row }
}

const failed = { spf: 'fail', dkim: 'fail', dmarc: 'fail' } as const
const unaligned = { spf: 'pass', dkim: 'none', dmarc: 'fail' } as const
const passed = { spf: 'fail', dkim: 'pass', dmarc: 'pass' } as const
const spfAlone = { spf: 'pass' } as const

test.each([
  ['malicious', undefined, 'malicious'],
  ['suspicious', undefined, 'safe'],
  ['safe', undefined, 'safe'],
  ['malicious', passed, 'suspicious'],
  ['suspicious', passed, 'safe'],
  ['safe', passed, 'safe'],
  ['malicious', failed, 'malicious'],
  ['suspicious', failed, 'suspicious'],
  ['safe', failed, 'safe'],
  ['malicious', unaligned, 'malicious'],
  ['suspicious', unaligned, 'suspicious'],
  ['suspicious', spfAlone, 'suspicious'],
  ['suspicious', {}, 'suspicious'],
] as const)(
  '%s mail from a trusted sender with the authentication %j is %s',
  async (threat_level, authentication, expected) => {
    await using server = await createTestServer()
    const mail = { threat_level, detection_reason: 'An odd link' }
    const { level, reason } = await judged(server, 'green', {
      ...mail,
      ...(authentication === undefined ? {} : { authentication }),
    })
    expect(level).toBe(expected)
    if (expected === 'safe') expect(reason).toBe('An odd link')
    else expect(reason).toMatch(/^You trust this sender, but .*: An odd link$/)
  },
)

test('a threat from a trusted sender says why the trust did not apply', async () => {
  await using server = await createTestServer()
  const mail = { threat_level: 'malicious', detection_reason: '' } as const
  const reasonOf = async (authentication: typeof failed | typeof passed) =>
    (await judged(server, 'green', { ...mail, authentication })).reason
  expect(await reasonOf(failed)).toBe(
    'You trust this sender, but nothing proves that the mail came from them',
  )
  expect(await reasonOf(passed)).toBe('You trust this sender, but the mail itself looks dangerous')
})

test('a forged mail from a trusted sender is on the dashboard without its subject', async () => {
  await using server = await createTestServer()
  const user = await makeUser(server)
  await makeFlag(server, user, { flag_type: 'green', value: 'partner.example' })
  const mail = { sender, threat_level: 'malicious', subject: 'secret', authentication: failed }
  await reportScans(server, user, [{ ...mail, threat_level: 'malicious' }])
  const token = await makeSession(server, user)
  const answer = await server.get('/api/dashboard/employee', { token })
  expect(answer.output(employeeDashboardEndpoint)).toMatchObject({
    phishing_emails_caught: 1,
    safe_emails: 0,
    recent_phishing_emails: [{ threat_level: 'malicious', email_subject: '', disposition: null }],
  })
  expect(answer.text).not.toContain('secret')
})

const blocked = 'Blocked by a red flag of the recipient'
const delivered = 'You blocked this sender, but the mail was delivered'

test.each([
  ['safe', undefined, 1, blocked],
  ['safe', 'quarantined', 1, blocked],
  ['safe', 'rejected', 1, blocked],
  ['safe', 'delivered', 0, delivered],
  ['suspicious', 'delivered', 0, delivered],
  ['malicious', 'delivered', 0, 'An odd link'],
  ['malicious', 'rejected', 1, 'An odd link'],
] as const)(
  "%s mail from a blocked sender that was %s adds %i to the flag's count",
  async (threat_level, disposition, count, words) => {
    await using server = await createTestServer()
    const { level, blocked_count, reason, row } = await judged(server, 'red', {
      threat_level,
      detection_reason: 'An odd link',
      ...(disposition === undefined ? {} : { disposition }),
    })
    expect({ level, blocked_count, reason }).toEqual({
      level: 'malicious',
      blocked_count: count,
      reason: words,
    })
    expect(row.disposition).toBe(disposition ?? null)
  },
)

test('the risk counts mail in the inbox more than mail that was kept out', async () => {
  await using server = await createTestServer()
  const riskOf = async (
    threat_level: 'suspicious' | 'malicious',
    disposition?: 'delivered' | 'rejected',
  ) => {
    const user = await makeUser(server)
    await reportScans(server, user, [
      { threat_level, ...(disposition === undefined ? {} : { disposition }) },
    ])
    const row = await server.database
      .selectFrom('scan_totals')
      .select('risk_sum')
      .where('user_id', '=', user.id)
      .executeTakeFirstOrThrow()
    return row.risk_sum
  }
  const keptOut = await riskOf('malicious', 'rejected')
  const inInbox = await riskOf('malicious', 'delivered')
  expect(inInbox).toBeCloseTo(2 * keptOut, 6)
  expect(await riskOf('malicious')).toBeCloseTo(keptOut, 6)
  const suspicious = await riskOf('suspicious', 'delivered')
  expect(await riskOf('suspicious')).toBeCloseTo(suspicious, 6)
  expect(await riskOf('suspicious', 'rejected')).toBeCloseTo(suspicious / 3, 6)
})

test("mail that only the user's own red flag makes malicious adds no risk, delivered or not", async () => {
  await using server = await createTestServer()
  for (const disposition of ['delivered', 'rejected'] as const) {
    const { risk_sum } = await judged(server, 'red', { threat_level: 'safe', disposition })
    expect(risk_sum).toBe(0)
  }
})

test('a message id is stored only as an HMAC, equal for the same mail', async () => {
  await using server = await createTestServer()
  const user = await makeUser(server)
  const ids = ['<secret-1@firm.example>', '<secret-1@firm.example>', '<secret-2@firm.example>']
  await reportScans(
    server,
    user,
    ids.map((message_id) => ({ message_id, threat_level: 'malicious' as const })),
  )
  await reportScans(server, user, [{}])
  const rows = await server.database.selectFrom('scans').selectAll().orderBy('id').execute()
  expect(JSON.stringify(rows)).not.toContain('secret')
  const hashes = rows.map(({ message_id_hmac }) => message_id_hmac)
  expect(hashes[0]).toMatch(/^[\w-]{43}$/)
  expect(new Set(hashes.slice(0, 3)).size).toBe(2)
  expect(hashes[3]).toBeNull()
})

test.each([
  [{ authentication: { spf: 'maybe' } }, /^authentication\.spf: must be one of none, pass, fail/],
  [{ authentication: { arc: 'pass' } }, /^authentication\.arc: is not a known field/],
  [{ disposition: 'lost' }, /^disposition: must be one of delivered, quarantined, rejected/],
  [{ message_id: ' ' }, /^message_id: must not be empty/],
  [{ message_id: 'x'.repeat(999) }, /^message_id: must not be longer than 998/],
])('a scan with %j is rejected', async (fields, words) => {
  await using server = await createTestServer()
  const user = await makeUser(server)
  const token = await makeGatewayKey(server, user.organizationId)
  const body = { ...makeScan({ recipient: user.email }), ...fields }
  const answer = await server.post('/api/scans', { token, body })
  expect(answer.status).toBe(422)
  expect(answer.detail).toMatch(words)
})

test('authentication results are read in either case', async () => {
  await using server = await createTestServer()
  const user = await makeUser(server)
  const token = await makeGatewayKey(server, user.organizationId)
  const authentication = { spf: 'SoftFail', dkim: 'Neutral', dmarc: 'TempError' }
  const body = { ...makeScan({ recipient: user.email }), authentication }
  expect((await server.post('/api/scans', { token, body })).status).toBe(200)
})
