import { expect, test } from 'vitest'
import { teamDashboardEndpoint } from '../../../contract/team/team-dashboard.ts'
import { createTestServer, type TestServer } from '../../support/server/server.ts'
import { changeUser, makeSession, makeUser, reportScans } from '../../support/worlds/factories.ts'

async function teamOf(server: TestServer, user: { id: string }) {
  const token = await makeSession(server, user)
  const answer = await server.get('/api/dashboard/team', { token })
  expect(answer.status).toBe(200)
  return answer
}

test('a team lead sees their organization with its risk and the totals of its mail', {
  tags: ['R281', 'R353'],
}, async () => {
  await using server = await createTestServer()
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
}, async () => {
  await using server = await createTestServer()
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
