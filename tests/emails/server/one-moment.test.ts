import { expect, test } from 'vitest'
import { employeeDashboardEndpoint } from '../../../contract/emails/employee-dashboard.ts'
import { showRiskEndpoint } from '../../../contract/risk/show-risk.ts'
import { showMemberEndpoint } from '../../../contract/team/show-member.ts'
import { byText } from '../../../server/core/fold.ts'
import { createTestServer } from '../../support/server/server.ts'
import { makeSession, makeUser, reportScans } from '../../support/worlds/factories.ts'

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
