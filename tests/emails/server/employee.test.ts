import { expect, test } from 'vitest'
import { employeeDashboardEndpoint } from '../../../contract/emails/employee-dashboard.ts'
import { createTestServer } from '../../support/server/server.ts'
import { makeSession, makeUser, reportScans } from '../../support/worlds/factories.ts'

const minuteMs = 60_000

test.each(['employee', 'team_lead', 'super_admin'] as const)(
  'an %s sees an empty dashboard of their own',
  { tags: ['R279', 'R337', 'R352'] },
  async (role) => {
    await using server = await createTestServer()
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

test('users do not see the mail of others', { tags: ['R337', 'R352'] }, async () => {
  await using server = await createTestServer()
  const user = await makeUser(server)
  const colleague = await makeUser(server, { organizationId: user.organizationId })
  await reportScans(server, colleague, [{ threat_level: 'malicious' }])
  const token = await makeSession(server, user)
  const { body } = await server.get('/api/dashboard/employee', { token })
  expect(body).toMatchObject({ total_emails_scanned: 0, recent_phishing_emails: [] })
})

test('the newest fifty threats are listed, newest first, and safe mail is not', {
  tags: ['R279'],
}, async () => {
  await using server = await createTestServer()
  const user = await makeUser(server)
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

test('the risk on the dashboard decreases over time', async () => {
  await using server = await createTestServer()
  const user = await makeUser(server)
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
