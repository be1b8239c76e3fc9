import { expect } from 'vitest'
import { employeeDashboardEndpoint } from '../../../contract/emails/employee-dashboard.ts'
import { reportScansEndpoint } from '../../../contract/emails/report-scans.ts'
import { teamDashboardEndpoint } from '../../../contract/team/team-dashboard.ts'
import { findRecipients } from '../../../server/emails/recipients.ts'
import { createTestServer, type TestServer } from '../../support/server/server.ts'
import { test } from '../../support/server/server-test.ts'
import {
  changeUser,
  makeAlias,
  makeOrganization,
  makeSession,
  makeUser,
} from '../../support/worlds/factories.ts'
import { makeGatewayKey, makeScan, reportScans } from '../../support/worlds/mail-factories.ts'

const good = makeScan({ recipient: 'rania@firm.example' })

async function setUp(server: TestServer) {
  const user = await makeUser(server, { email: good.recipient })
  const token = await makeGatewayKey(server, user.organizationId)
  const session = await makeSession(server, user)
  return {
    user,
    report: (body: unknown, key?: string) =>
      server.post('/api/scans', {
        token,
        body,
        ...(key === undefined ? {} : { headers: { 'Idempotency-Key': key } }),
      }),
    countScanned: async () => {
      const answer = await server.get('/api/dashboard/employee', { token: session })
      return answer.output(employeeDashboardEndpoint).total_emails_scanned
    },
  }
}

test('a batch is processed scan by scan, and each rejected scan has its index and a reason', async () => {
  await using server = await createTestServer()
  const { report, countScanned } = await setUp(server)
  const stranger = await makeUser(server, { email: 'other@elsewhere.example' })
  const answer = await report({
    scans: [
      { ...good, recipient: 'unknown@firm.example' },
      { ...good, threat_level: 'suspicious' },
      { ...good, recipient: stranger.email },
      { ...good, indicators: [7] },
      { ...good, received_at: '2026-03-15T10:05:01' },
      good,
      'nonsense',
    ],
  })
  expect(answer.status).toBe(207)
  const { scans, refused } = answer.output(reportScansEndpoint)
  expect(scans.map(({ threat_level }) => threat_level)).toEqual(['suspicious', 'safe'])
  const unknown = 'recipient: no user of this organization has the address'
  expect(refused?.map(({ index, detail }) => ({ index, detail }))).toEqual([
    { index: 0, detail: `scans[0].${unknown} unknown@firm.example` },
    { index: 2, detail: `scans[2].${unknown} other@elsewhere.example` },
    { index: 3, detail: 'scans[3].indicators[0]: must be a text' },
    { index: 4, detail: 'scans[4].received_at: is in the future' },
    { index: 6, detail: 'scans[6]: must be an object' },
  ])
  expect(await countScanned()).toBe(2)
})

test('each rejected scan of a batch has the code, params and fields of its error', async () => {
  await using server = await createTestServer()
  const { report } = await setUp(server)
  const unknown = { ...good, recipient: 'unknown@firm.example' }
  const threat_level = 'harmless'
  const inPart = await report({ scans: [good, unknown, { ...good, threat_level }] }, 'a-key')
  const params = { field: 'scans[1].recipient', recipient: unknown.recipient }
  const refused = [
    {
      index: 1,
      code: 'unknown_recipient',
      params,
      fields: [{ field: params.field, code: 'unknown_recipient', params }],
    },
    {
      index: 2,
      code: 'invalid_input',
      params: {},
      fields: [
        {
          field: 'scans[2].threat_level',
          code: 'not_one_of',
          params: { allowed: ['safe', 'suspicious', 'malicious'] },
        },
      ],
    },
  ]
  expect(inPart).toMatchObject({ status: 207, body: { refused } })
  const again = await report({ scans: [good, unknown, { ...good, threat_level }] }, 'a-key')
  expect(again.text).toBe(inPart.text)
  const none = await report({ scans: [unknown] })
  const field = 'scans[0].recipient'
  expect(none).toMatchObject({
    status: 422,
    code: 'scans_refused',
    body: { refused: [{ index: 0, code: 'unknown_recipient', params: { field } }] },
  })
})

test('a batch without a valid scan is a 422 with a reason for each', async ({ server }) => {
  const { report, countScanned } = await setUp(server)
  const scans = Array.from({ length: 12 }, () => ({ ...good, recipient: 'x' }))
  const { status, body, detail } = await report({ scans })
  expect(status).toBe(422)
  expect(detail).toMatch(/^scans\[0\]\.recipient: is not an email address; .*; and 2 more$/)
  expect(body).toMatchObject({ success: false, refused: { length: 12 } })
  expect(await countScanned()).toBe(0)
})

test('a single scan gets its own error', async ({ server }) => {
  const { report } = await setUp(server)
  const unknown = await report({ ...good, recipient: 'unknown@firm.example' })
  expect(unknown).toMatchObject({
    status: 404,
    detail: 'recipient: no user of this organization has the address unknown@firm.example',
  })
  expect(unknown.body).not.toHaveProperty('refused')
  expect((await report({ ...good, recipient: 'x' })).status).toBe(422)
})

test('a partly accepted report is answered again under its key and counted once', async () => {
  await using server = await createTestServer()
  const { user, report, countScanned } = await setUp(server)
  const late = { ...good, recipient: 'late@firm.example' }
  const first = await report({ scans: [good, late, 7] }, 'key')
  expect(first.status).toBe(207)
  await makeUser(server, { email: late.recipient, organizationId: user.organizationId })
  const again = await report({ scans: [good, late, 7] }, 'key')
  expect(again).toMatchObject({ status: 207, text: first.text })
  expect(await countScanned()).toBe(1)
  const other = await report({ scans: [good, late, 8] }, 'key')
  expect(other).toMatchObject({
    status: 422,
    detail: 'Idempotency-Key: was used for another report already',
  })
})

test('a batch of which nothing was accepted may be reported again under its key', async () => {
  await using server = await createTestServer()
  const { user, report } = await setUp(server)
  const late = { ...good, recipient: 'late@firm.example' }
  expect((await report({ scans: [late] }, 'key')).status).toBe(422)
  await makeUser(server, { email: late.recipient, organizationId: user.organizationId })
  expect((await report({ scans: [late] }, 'key')).status).toBe(200)
})

async function setUpRecipients(server: TestServer) {
  const rania = await makeUser(server, { email: 'rania@firm.example' })
  const { organizationId } = rania
  const omar = await makeUser(server, { organizationId, email: 'omar@firm.example' })
  const tagged = await makeUser(server, { organizationId, email: 'rania+own@firm.example' })
  const stranger = await makeUser(server, { email: 'stranger@firm.example' })
  await makeAlias(server, omar, 'sales@firm.example')
  await makeAlias(server, rania, 'sales+big@firm.example')
  await makeAlias(server, omar, 'rania+both@firm.example')
  await makeAlias(server, stranger, 'strange@firm.example')
  const users = new Map(Object.entries({ rania, omar, tagged }))
  return { organizationId, users }
}

test.each([
  ['rania@firm.example', 'rania'],
  ['rania+own@firm.example', 'tagged'],
  ['rania+shop@firm.example', 'rania'],
  ['rania+both@firm.example', 'rania'],
  ['sales@firm.example', 'omar'],
  ['sales+shop@firm.example', 'omar'],
  ['sales+big@firm.example', 'rania'],
  ['strange@firm.example', undefined],
  ['stranger@firm.example', undefined],
  ['unknown@firm.example', undefined],
])('mail to %s is that of %s', async (recipient, name) => {
  await using server = await createTestServer()
  const { organizationId, users } = await setUpRecipients(server)
  const scans = [recipient, 'omar@firm.example', 'unknown+tag@firm.example'].map((address) =>
    makeScan({ recipient: address }),
  )
  const find = await findRecipients(server.database, organizationId, scans)
  const [scan] = scans
  expect(scan && find(scan)).toBe(name === undefined ? undefined : users.get(name)?.id)
})

test('mail to an alias is counted for its user, whatever way it is reported', async () => {
  await using server = await createTestServer()
  const { organizationId, users } = await setUpRecipients(server)
  const token = await makeGatewayKey(server, organizationId)
  const body = makeScan({ recipient: 'Sales+spring@firm.example' })
  expect((await server.post('/api/scans', { token, body })).status).toBe(200)
  const report = {
    action: 'no action',
    score: 0,
    symbols: [],
    rcpt: ['Sales@firm.example', 'strange@firm.example'],
    from: 'a@b.example',
    message_id: 'one@b.example',
  }
  expect(await server.post('/api/rspamd', { token, body: report })).toMatchObject({
    body: { success: true, taken: 1, ignored: 1 },
  })
  const scans = await server.database.selectFrom('scans').select('user_id').execute()
  const omar = users.get('omar')?.id
  expect(scans).toEqual([{ user_id: omar }, { user_id: omar }])
})

async function figures(server: TestServer, user: { id: string }) {
  const token = await makeSession(server, user)
  const team = await server.get('/api/dashboard/team', { token })
  return team.output(teamDashboardEndpoint)
}

test('mail stays with the organization in which it was scanned when its recipient moves', async () => {
  await using server = await createTestServer()
  const oldLead = await makeUser(server, { role: 'team_lead' })
  const newLead = await makeUser(server, { role: 'team_lead' })
  const mover = await makeUser(server, { organizationId: oldLead.organizationId })
  const threats = [{ threat_level: 'malicious' }, { threat_level: 'suspicious' }, {}] as const
  await reportScans(server, mover, threats)
  await changeUser(server, mover.id, { organization_id: newLead.organizationId })

  const before = await figures(server, newLead)
  expect(before).toMatchObject({
    total_team_scans: 0,
    total_phishing_caught: 0,
    average_risk_score: 0,
  })
  expect(before.team_members?.find(({ id }) => id === mover.id)?.risk_score).toBe(0)
  expect(await figures(server, oldLead)).toMatchObject({
    team_members: [{ id: oldLead.id }],
    total_team_scans: 3,
    total_phishing_caught: 2,
  })

  await reportScans(server, { ...mover, organizationId: newLead.organizationId }, [
    { threat_level: 'malicious' },
  ])
  expect(await figures(server, newLead)).toMatchObject({
    total_team_scans: 1,
    total_phishing_caught: 1,
  })
  expect(await figures(server, oldLead)).toMatchObject({ total_team_scans: 3 })
  const token = await makeSession(server, mover)
  const own = await server.get('/api/dashboard/employee', { token })
  expect(own.output(employeeDashboardEndpoint)).toMatchObject({
    total_emails_scanned: 4,
    phishing_emails_caught: 3,
  })
})

test('a user who returns has the figures from before', async ({ server }) => {
  const lead = await makeUser(server, { role: 'team_lead' })
  const elsewhere = await makeOrganization(server)
  const mail = [{ threat_level: 'malicious' }] as const
  await reportScans(server, lead, mail)
  const move = (organization_id: string) => changeUser(server, lead.id, { organization_id })
  await move(elsewhere)
  await reportScans(server, { ...lead, organizationId: elsewhere }, mail)
  await move(lead.organizationId)
  expect(await figures(server, lead)).toMatchObject({ total_team_scans: 1 })
})

const minuteMs = 60_000

test.for(['employee', 'team_lead', 'super_admin'] as const)(
  'an %s sees an empty dashboard of their own',
  { tags: ['R279', 'R337', 'R352'] },
  async (role, { server }) => {
    const token = await makeSession(server, await makeUser(server, { role }))
    const { status, body } = await server.get('/api/dashboard/employee', { token })
    expect(status).toBe(200)
    expect(body).toEqual({
      risk_score: 0,
      total_emails_scanned: 0,
      phishing_emails_caught: 0,
      safe_emails: 0,
      recent_phishing_emails: [],
      mail_checks: 'offered',
      lists_messages: true,
      explains_risk: true,
      report_answers: [],
    })
  },
)

test('users do not see the mail of others', { tags: ['R337', 'R352'] }, async ({ server }) => {
  const user = await makeUser(server)
  const colleague = await makeUser(server, { organizationId: user.organizationId })
  await reportScans(server, colleague, [{ threat_level: 'malicious' }])
  const token = await makeSession(server, user)
  const { body } = await server.get('/api/dashboard/employee', { token })
  expect(body).toMatchObject({ total_emails_scanned: 0, recent_phishing_emails: [] })
})

test('the newest fifty threats are listed, newest first, and safe mail is not', {
  tags: ['R279'],
}, async ({ server, user }) => {
  const levels = ['malicious', 'safe', 'suspicious'] as const
  const scans = Array.from({ length: 90 }, (_, position) => ({
    threat_level: levels[position % 3] ?? 'safe',
    received_at: new Date(server.clock().getTime() - position * minuteMs).toISOString(),
  }))
  await reportScans(server, user, scans.toReversed())
  const token = await makeSession(server, user)
  const answer = await server.get('/api/dashboard/employee', { token })
  const { recent_phishing_emails: threats } = answer.output(employeeDashboardEndpoint)
  const expected = scans.filter(({ threat_level }) => threat_level !== 'safe').slice(0, 50)
  expect(threats?.map(({ timestamp }) => timestamp)).toEqual(
    expected.map(({ received_at }) => received_at),
  )
  expect(answer.body).toMatchObject({ total_emails_scanned: 90, safe_emails: 30 })
})

test('the risk on the dashboard decreases over time', async ({ server, user }) => {
  await reportScans(server, user, [{ threat_level: 'malicious' }])
  const token = await makeSession(server, user)
  const risk = async () =>
    (await server.get('/api/dashboard/employee', { token })).output(employeeDashboardEndpoint)
      .risk_score
  const first = await risk()
  expect(first).toBeCloseTo(32.97, 1)
  server.clock.pass(50 * minuteMs)
  expect(await risk()).toBeLessThan(first)
})
