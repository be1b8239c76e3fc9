import { expect } from 'vitest'
import { showAttentionEndpoint } from '../../../contract/attention/show-attention.ts'
import { listSupportRequestsEndpoint } from '../../../contract/team/list-support-requests.ts'
import { teamDashboardEndpoint } from '../../../contract/team/team-dashboard.ts'
import { createTestServer, type TestServer } from '../../support/server/server.ts'
import { test } from '../../support/server/server-test.ts'
import { changeUser, makeSession, makeUser, signInAdmin } from '../../support/worlds/factories.ts'
import { reportScans } from '../../support/worlds/mail-factories.ts'

async function setScene(server: TestServer) {
  const lead = await makeUser(server, { role: 'team_lead', full_name: 'Rami Darwish' })
  const { organizationId } = lead
  const member = await makeUser(server, { organizationId, full_name: 'Salma Barakat' })
  return {
    lead: await makeSession(server, lead),
    member,
    employee: await makeSession(server, member),
  }
}

async function openReports(server: TestServer, token: string) {
  const answer = await server.get('/api/dashboard/team', { token })
  return answer.output(teamDashboardEndpoint).open_reports ?? []
}

const close = (server: TestServer, token: string, id: string | number | undefined) =>
  server.post('/api/team/close-request', { token, body: { id } })

test('a reported mail is on the dashboard of the team lead until a team lead closes it', async () => {
  await using server = await createTestServer()
  const { lead, member, employee } = await setScene(server)
  const { lead: otherLead } = await setScene(server)
  const [scan] = await reportScans(server, member, [{ sender: 'news@supplier.example' }])
  const say = (opinion: string) =>
    server.post('/api/mail-reports', {
      token: employee,
      body: { kind: 'scan', id: scan?.id, opinion },
    })
  await say('honest')
  expect((await say('dangerous')).status).toBe(200)
  const [report, ...others] = await openReports(server, lead)
  expect(others).toEqual([])
  expect(report).toEqual({
    id: report?.id,
    full_name: 'Salma Barakat',
    opinion: 'dangerous',
    threat_level: 'safe',
    sender_domain: 'supplier.example',
    at: server.clock().toISOString(),
  })
  expect(await openReports(server, otherLead)).toEqual([])
  expect((await close(server, otherLead, report?.id)).status).toBe(404)
  for (const _ of [1, 2]) expect((await close(server, lead, report?.id)).status).toBe(200)
  expect(await openReports(server, lead)).toEqual([])
  const acts = server.database.selectFrom('audit').where('action', '=', 'request-close')
  expect(await acts.select('detail').execute()).toEqual([{ detail: 'mail-report' }])
  // Another opinion is another report.
  await say('honest')
  expect(await openReports(server, lead)).toHaveLength(1)
})

test('what a team lead says of a reported mail is a mark that counts in full', async () => {
  await using server = await createTestServer()
  const { lead, member, employee } = await setScene(server)
  const [scan] = await reportScans(server, member, [
    { sender: 'news@supplier.example', threat_level: 'suspicious' },
  ])
  const body = { kind: 'scan', id: scan?.id, opinion: 'honest' }
  expect((await server.post('/api/mail-reports', { token: employee, body })).status).toBe(200)
  const marks = () =>
    server.database.selectFrom('marks').select(['is_dangerous', 'is_confirmed', 'source']).execute()
  expect(await marks()).toEqual([{ is_dangerous: 0, is_confirmed: 0, source: 'report' }])
  const [report] = await openReports(server, lead)
  const answer = { id: report?.id, outcome: 'dangerous' }
  const path = '/api/team/close-request'
  expect((await server.post(path, { token: lead, body: answer })).status).toBe(200)
  expect(await marks()).toEqual([{ is_dangerous: 1, is_confirmed: 1, source: 'answer' }])
  const acts = server.database.selectFrom('audit').where('action', '=', 'request-close')
  expect(await acts.select('detail').execute()).toEqual([{ detail: 'mail-report, dangerous' }])
})

test('a support request waits for super admins, and its team lead sees when it was answered', async () => {
  await using server = await createTestServer()
  const { lead } = await setScene(server)
  const { token: admin } = await signInAdmin(server)
  const body = {
    request_type: 'false_positive',
    priority: 'high',
    subject: 'A newsletter is blocked',
    description: 'Since Monday.',
  }
  expect((await server.post('/api/team/support-request', { token: lead, body })).status).toBe(200)
  const waiting = async () =>
    (await server.get('/api/admin/attention', { token: admin })).output(showAttentionEndpoint)
      .support_requests
  const sent = async () =>
    (await server.get('/api/team/support-requests', { token: lead })).output(
      listSupportRequestsEndpoint,
    ).requests
  const { count, requests } = await waiting()
  expect(count).toBe(1)
  const named = { request_type: 'false_positive', priority: 'high' }
  expect(requests).toMatchObject([{ ...named, full_name: 'Rami Darwish' }])
  expect(await sent()).toMatchObject([{ ...named, answered_at: null }])
  expect((await close(server, lead, requests?.[0]?.id)).status).toBe(404)
  expect((await close(server, admin, requests?.[0]?.id)).status).toBe(200)
  expect(await waiting()).toEqual({ count: 0, requests: [] })
  expect(await sent()).toMatchObject([{ ...named, answered_at: server.clock().toISOString() }])
})

async function teamOf(server: TestServer, user: { id: string }) {
  const token = await makeSession(server, user)
  const answer = await server.get('/api/dashboard/team', { token })
  expect(answer.status).toBe(200)
  return answer
}

test('a team lead sees their organization with its risk and the totals of its mail', {
  tags: ['R281', 'R353'],
}, async ({ server }) => {
  const lead = await makeUser(server, { role: 'team_lead', full_name: 'Rami Darwish' })
  const { organizationId } = lead
  const last_login_at = '2026-03-01T08:00:00.000Z'
  const exposed = await makeUser(server, { organizationId, last_login_at })
  const levels = ['safe', 'safe', 'suspicious', 'malicious'] as const
  await reportScans(
    server,
    exposed,
    levels.map((threat_level) => ({ threat_level })),
  )
  const risk = 100 * (1 - Math.exp(-13 / 25))
  const { body } = await teamOf(server, lead)
  expect(body).toEqual({
    team_members: [
      {
        id: lead.id,
        full_name: 'Rami Darwish',
        email: lead.email,
        risk_score: 0,
        last_login: null,
      },
      {
        id: exposed.id,
        full_name: 'Test Person',
        email: exposed.email,
        risk_score: expect.closeTo(risk, 6),
        last_login: last_login_at,
      },
    ],
    total_team_scans: 4,
    total_phishing_caught: 2,
    average_risk_score: expect.closeTo(risk / 2, 6),
    open_reports: [],
  })
})

test('super admins and other organizations are not in a team, and neither is their mail', {
  tags: ['R344'],
}, async ({ server }) => {
  const lead = await makeUser(server, { role: 'team_lead' })
  const { organizationId } = lead
  const admin = await makeUser(server, { role: 'super_admin', organizationId })
  const stranger = await makeUser(server)
  for (const user of [admin, stranger]) {
    await reportScans(server, user, [{ threat_level: 'malicious' }])
  }
  for (const asker of [lead, admin]) {
    const answer = await teamOf(server, asker)
    const { team_members, ...figures } = answer.output(teamDashboardEndpoint)
    expect(team_members?.map(({ id }) => id)).toEqual([lead.id])
    expect(figures).toEqual({
      total_team_scans: 0,
      total_phishing_caught: 0,
      average_risk_score: 0,
      open_reports: [],
    })
    expect(answer.text).not.toContain(stranger.email)
  }
})

test('a super admin without an organization has an empty team', { tags: ['R344'] }, async () => {
  await using server = await createTestServer()
  const admin = await makeUser(server, { role: 'super_admin' })
  await changeUser(server, admin.id, { organization_id: null })
  expect((await teamOf(server, admin)).body).toEqual({
    team_members: [],
    total_team_scans: 0,
    total_phishing_caught: 0,
    average_risk_score: 0,
    open_reports: [],
  })
})

test('the totals of a team stay when its mail is deleted', { tags: ['R281'] }, async () => {
  await using server = await createTestServer()
  const lead = await makeUser(server, { role: 'team_lead' })
  await reportScans(server, lead, [{ threat_level: 'malicious' }, {}])
  await server.database.deleteFrom('scans').execute()
  const { body } = await teamOf(server, lead)
  expect(body).toMatchObject({ total_team_scans: 2, total_phishing_caught: 1 })
})
