import { expect, test } from 'vitest'
import { employeeDashboardEndpoint } from '../../../contract/emails/employee-dashboard.ts'
import { teamDashboardEndpoint } from '../../../contract/team/team-dashboard.ts'
import { createTestServer, type TestServer } from '../../support/server/server.ts'
import {
  makeOrganization,
  makeSession,
  makeUser,
  reportScans,
} from '../../support/worlds/factories.ts'

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
  await server.database
    .updateTable('users')
    .set({ organization_id: newLead.organizationId })
    .where('id', '=', mover.id)
    .execute()

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

test('a user who returns has the figures from before', async () => {
  await using server = await createTestServer()
  const lead = await makeUser(server, { role: 'team_lead' })
  const elsewhere = await makeOrganization(server)
  const mail = [{ threat_level: 'malicious' }] as const
  await reportScans(server, lead, mail)
  const move = (organization_id: string) =>
    server.database
      .updateTable('users')
      .set({ organization_id })
      .where('id', '=', lead.id)
      .execute()
  await move(elsewhere)
  await reportScans(server, { ...lead, organizationId: elsewhere }, mail)
  await move(lead.organizationId)
  expect(await figures(server, lead)).toMatchObject({ total_team_scans: 1 })
})
