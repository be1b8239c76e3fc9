import { expect } from 'vitest'
import { employeeDashboardEndpoint } from '../../../contract/emails/employee-dashboard.ts'
import { showRiskEndpoint } from '../../../contract/risk/show-risk.ts'
import { showMemberEndpoint } from '../../../contract/team/show-member.ts'
import { teamDashboardEndpoint } from '../../../contract/team/team-dashboard.ts'
import { dayMs, minuteMs } from '../../../server/core/clock.ts'
import { byText } from '../../../server/core/fold.ts'
import { readReason, sentenceIn } from '../../../server/emails/sentences/sentence.ts'
import { createTestServer, type TestServer } from '../../support/server/server.ts'
import { test } from '../../support/server/server-test.ts'
import { changeUser, makeSession, makeUser } from '../../support/worlds/factories.ts'
import {
  makeFlag,
  makeGatewayKey,
  makeScan,
  reportScans,
} from '../../support/worlds/mail-factories.ts'

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

test.for([
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
  async ([threat_level, authentication, expected], { server }) => {
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

test('a threat from a trusted sender says why the trust did not apply', async ({ server }) => {
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

test.for([
  ['safe', undefined, 1, blocked],
  ['safe', 'quarantined', 1, blocked],
  ['safe', 'rejected', 1, blocked],
  ['safe', 'delivered', 0, delivered],
  ['suspicious', 'delivered', 0, delivered],
  ['malicious', 'delivered', 0, 'An odd link'],
  ['malicious', 'rejected', 1, 'An odd link'],
] as const)(
  "%s mail from a blocked sender that was %s adds %i to the flag's count",
  async ([threat_level, disposition, count, words], { server }) => {
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

test('the risk counts mail in the inbox more than mail that was kept out', async ({ server }) => {
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

test('a message id is stored only as an HMAC, equal for the same mail', async ({ server }) => {
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

test.for([
  [{ authentication: { spf: 'maybe' } }, /^authentication\.spf: must be one of none, pass, fail/],
  [{ authentication: { arc: 'pass' } }, /^authentication\.arc: is not a known field/],
  [{ disposition: 'lost' }, /^disposition: must be one of delivered, quarantined, rejected/],
  [{ message_id: ' ' }, /^message_id: must not be empty/],
  [{ message_id: 'x'.repeat(999) }, /^message_id: must not be longer than 998/],
] as const)('a scan with %j is rejected', async ([fields, words], { server, user }) => {
  const token = await makeGatewayKey(server, user.organizationId)
  const body = { ...makeScan({ recipient: user.email }), ...fields }
  const answer = await server.post('/api/scans', { token, body })
  expect(answer.status).toBe(422)
  expect(answer.detail).toMatch(words)
})

test('authentication results are read in either case', async ({ server, user }) => {
  const token = await makeGatewayKey(server, user.organizationId)
  const authentication = { spf: 'SoftFail', dkim: 'Neutral', dmarc: 'TempError' }
  const body = { ...makeScan({ recipient: user.email }), authentication }
  expect((await server.post('/api/scans', { token, body })).status).toBe(200)
})

test('mails of one moment have one order, whatever order they are stored in', async () => {
  await using server = await createTestServer()
  const lead = await makeUser(server, { role: 'team_lead' })
  const user = await makeUser(server, { organizationId: lead.organizationId })
  const received_at = new Date(server.clock().getTime() - 60_000).toISOString()
  // More than are shown.
  const names = Array.from({ length: 60 }, (_, number) => `n${number}.example`)
  await reportScans(
    server,
    user,
    names.map((name) => ({ threat_level: 'suspicious', sender: `a@${name}`, received_at })),
  )
  const stored = await server.database
    .selectFrom('scans')
    .selectAll()
    .where('user_id', '=', user.id)
    .execute()
  // As a change of the row leaves it on PostgreSQL: another place.
  const shuffled = stored.toSorted((one, other) => byText(one.id.slice(-2), other.id.slice(-2)))
  for (const scan of shuffled) {
    await server.database.deleteFrom('scans').where('id', '=', scan.id).execute()
    await server.database.insertInto('scans').values(scan).execute()
  }
  const newestFirst = stored
    .toSorted((one, other) => byText(other.id, one.id))
    .map(({ sender_domain }) => sender_domain)
  const token = await makeSession(server, user)
  const own = (await server.get('/api/dashboard/employee', { token })).output(
    employeeDashboardEndpoint,
  )
  const shown = own.recent_phishing_emails ?? []
  expect(shown.map((mail) => mail.sender_domain)).toEqual(newestFirst.slice(0, 50))
  const { mails } = (await server.get('/api/risk', { token })).output(showRiskEndpoint)
  expect(mails?.map((mail) => mail.sender_domain)).toEqual(newestFirst.slice(0, mails?.length))
  const bearer = await makeSession(server, lead)
  const member = await server.get(`/api/team/members/${user.id}`, { token: bearer })
  const { threats } = member.output(showMemberEndpoint)
  expect(threats?.map((threat) => threat.sender_domain)).toEqual(
    newestFirst.slice(0, threats?.length),
  )
  expect([mails, threats].map((list) => (list?.length ?? 0) > 4)).toEqual([true, true])
})

async function setUp(server: TestServer) {
  const lead = await makeUser(server, { role: 'team_lead' })
  const { organizationId } = lead
  const user = await makeUser(server, { organizationId, email: 'rania@olive.example' })
  const [token, leading] = [await makeSession(server, user), await makeSession(server, lead)]
  return {
    user,
    async report(
      opinion: 'honest' | 'dangerous',
      threat_level: 'suspicious' | 'malicious' = 'suspicious',
    ) {
      const given = { sender: 'news@supplier.example', subject: 'Prices of March', threat_level }
      const [scan] = await reportScans(server, user, [given])
      const body = { kind: 'scan', id: scan?.id, opinion }
      expect((await server.post('/api/mail-reports', { token, body })).status).toBe(200)
    },
    /** The team lead answers the newest report. */
    async answer(outcome?: 'honest' | 'dangerous') {
      const shown = await server.get('/api/dashboard/team', { token: leading })
      const id = shown.output(teamDashboardEndpoint).open_reports?.[0]?.id
      const body = { id, ...(outcome && { outcome }) }
      const { status } = await server.post('/api/team/close-request', { token: leading, body })
      expect(status).toBe(200)
    },
    async answers(of = token) {
      const shown = await server.get('/api/dashboard/employee', { token: of })
      expect(shown.status).toBe(200)
      return shown.output(employeeDashboardEndpoint).report_answers
    },
    ofLead: leading,
    async choose(answers_by_mail: boolean) {
      const body = { answers_by_mail }
      expect((await server.post('/api/account/report-answers', { token, body })).status).toBe(200)
      const { body: me } = await server.get('/api/auth/me', { token })
      expect(me).toMatchObject({ answers_by_mail })
    },
    mails: () =>
      server.database
        .selectFrom('mails')
        .select(['subject', 'body'])
        .where('recipient', '=', user.email)
        .orderBy('id')
        .execute(),
  }
}

test('a user sees what came of a report, and then that the judge learnt it', async ({ server }) => {
  const { report, answer, answers, ofLead } = await setUp(server)
  const reported_at = server.clock().toISOString()
  await report('honest')
  expect(await answers()).toEqual([])
  server.clock.pass(minuteMs)
  await answer('dangerous')
  const shown = {
    ...{ id: expect.any(String), opinion: 'honest', outcome: 'dangerous' },
    ...{ reported_at, answered_at: server.clock().toISOString() },
    ...{ email_subject: 'Prices of March', sender_domain: 'supplier.example' },
  }
  expect(await answers()).toEqual([{ ...shown, is_learnt: false }])
  expect(await answers(ofLead)).toEqual([])
  await server.database.updateTable('marks').set({ state: 'learnt' }).execute()
  expect(await answers()).toEqual([{ ...shown, is_learnt: true }])
})

test('a closed support request is no answer to a report', async ({ server }) => {
  const { answers, ofLead } = await setUp(server)
  const body = {
    ...{ request_type: 'technical_issue', priority: 'low' },
    ...{ subject: 'A subject', description: 'A description' },
  }
  await server.post('/api/team/support-request', { token: ofLead, body })
  const { id } = await server.database
    .selectFrom('audit')
    .select('id')
    .where('action', '=', 'support-request')
    .executeTakeFirstOrThrow()
  const token = await makeSession(server, await makeUser(server, { role: 'super_admin' }))
  const closed = await server.post('/api/team/close-request', { token, body: { id } })
  expect(closed.status).toBe(200)
  expect(await answers(ofLead)).toEqual([])
})

test('an answer without a verdict says so, three of them are shown, and none after two weeks', async () => {
  await using server = await createTestServer()
  const { user, report, answer, answers } = await setUp(server)
  for (const outcome of ['honest', 'honest', 'dangerous', undefined] as const) {
    await report('dangerous', 'malicious')
    server.clock.pass(minuteMs)
    await answer(outcome)
  }
  const outcomes = (await answers())?.map(({ outcome, email_subject }) => [outcome, email_subject])
  expect(outcomes).toEqual([
    [null, ''],
    ['dangerous', ''],
    ['honest', ''],
  ])
  server.clock.pass(14 * dayMs - 2 * minuteMs)
  expect(await answers(await makeSession(server, user))).toHaveLength(2)
  server.clock.pass(2 * minuteMs)
  expect(await answers(await makeSession(server, user))).toEqual([])
})

test('a user who wants that gets answers by mail, in the language of their choice', async () => {
  await using server = await createTestServer()
  const { user, report, answer, choose, mails } = await setUp(server)
  await report('dangerous')
  await answer('dangerous')
  expect(await mails()).toEqual([])
  await choose(true)
  await report('dangerous')
  await answer('honest')
  const [english] = await mails()
  expect(english?.subject).toBe('The answer to your report')
  expect(english?.body).toContain('Its sender:\nsupplier.example\n\nThe answer: it is honest.')
  expect(english?.body).not.toContain('Prices of March')
  await changeUser(server, user.id, { locale: 'ar' })
  await report('honest')
  await answer()
  const [, arabic] = await mails()
  expect(arabic?.subject).toBe('الرد على بلاغك')
  expect(arabic?.body).toContain('أُغلق بلاغك من دون حكم على الرسالة.')
  await choose(false)
  await report('honest')
  await answer('honest')
  expect(await mails()).toHaveLength(2)
})
