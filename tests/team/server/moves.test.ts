import { expect, test } from 'vitest'
import { listFlagsEndpoint } from '../../../contract/flags/list-flags.ts'
import { showMemberEndpoint } from '../../../contract/team/show-member.ts'
import { showTeamReportEndpoint } from '../../../contract/team/show-team-report.ts'
import { readMap } from '../../support/mail/flag-map.ts'
import { createTestServer, type TestServer } from '../../support/server/server.ts'
import {
  changeUser,
  makeFlag,
  makeOrganization,
  makeSession,
  makeUser,
  reportScans,
} from '../../support/worlds/factories.ts'

async function setScene() {
  const server = await createTestServer()
  const lead = await makeUser(server, { role: 'team_lead' })
  const member = await makeUser(server, { organizationId: lead.organizationId })
  const elsewhere = await makeOrganization(server)
  const admin = await makeSession(server, await makeUser(server, { role: 'super_admin' }))
  const move = async (organization_id: string) => {
    const body = {
      ...{ id: member.id, username: member.username, email: member.email, full_name: 'Rania' },
      ...{ role: 'employee', organization_id },
    }
    const { status } = await server.post('/api/admin/users/detailed', { token: admin, body })
    expect(status).toBe(200)
    server.clock.pass(1000)
  }
  const report = (organizationId: string, domain: string, received_at?: string) =>
    reportScans(server, { ...member, organizationId }, [
      {
        threat_level: 'malicious',
        sender: `a@${domain}`,
        ...(received_at === undefined ? {} : { received_at }),
      },
    ])
  return { server, lead, member, elsewhere, move, report }
}

/** A lead's findings about a member, by the member's page and by the report of the team. */
async function look(server: TestServer, lead: { id: string }, member: { id: string }) {
  const token = await makeSession(server, lead)
  const page = await server.get(`/api/team/members/${member.id}`, { token })
  const day = server.clock().toISOString().slice(0, 10)
  const team = await server.get(`/api/team/report?from=${day}&to=${day}`, { token })
  const { riskiest, kinds, senders_blocked, mails_checked } = team.output(showTeamReportEndpoint)
  return {
    domains: page.output(showMemberEndpoint).threats?.map(({ sender_domain }) => sender_domain),
    malicious: riskiest?.find(({ id }) => id === member.id)?.malicious,
    counted: kinds?.reduce((sum, { count }) => sum + (count ?? 0), 0),
    senders_blocked,
    mails_checked,
  }
}

const nothing = { domains: [], malicious: 0, counted: 0, senders_blocked: 0, mails_checked: 0 }

test('the lead of an organization that a member comes back to sees no mail from before', async () => {
  const { server, lead, member, elsewhere, move, report } = await setScene()
  await using _ = server
  await report(lead.organizationId, 'first.example')
  server.clock.pass(1000)
  await move(elsewhere)
  await report(elsewhere, 'second.example')
  server.clock.pass(1000)
  await move(lead.organizationId)
  expect(await look(server, lead, member)).toEqual(nothing)
  await report(lead.organizationId, 'third.example')
  expect(await look(server, lead, member)).toMatchObject({
    domains: ['third.example'],
    malicious: 1,
    counted: 1,
  })
})

test('mail that another organization dated after the move is not for the new lead', async () => {
  const { server, lead, member, elsewhere, move, report } = await setScene()
  await using _ = server
  await move(elsewhere)
  // The clock of that gateway is ahead.
  const ahead = new Date(server.clock().getTime() + 30_000).toISOString()
  await report(elsewhere, 'ahead.example', ahead)
  await server.database
    .insertInto('mail_checks')
    .values({
      ...{ id: 'a check', user_id: member.id, organization_id: elsewhere },
      ...{ checked_at: ahead, threat_level: 'malicious' },
    })
    .execute()
  await move(lead.organizationId)
  server.clock.pass(60_000)
  expect(await look(server, lead, member)).toEqual(nothing)
  // The user's own dashboard has it.
  const token = await makeSession(server, member)
  const { text } = await server.get('/api/dashboard/employee', { token })
  expect(text).toContain('ahead.example')
})

test('flags go with a user who moves: to the list, the verdicts and the map of the new gateway', async () => {
  const { server, lead, member, elsewhere, move } = await setScene()
  await using _ = server
  await makeFlag(server, member, { flag_type: 'red', value: 'spam.example' })
  const line = `${member.email}|spam.example`
  expect((await readMap(server, lead.organizationId, 'red')).lines).toContain(line)
  server.clock.pass(1000)
  await move(elsewhere)
  expect((await readMap(server, lead.organizationId, 'red')).lines).not.toContain(line)
  expect((await readMap(server, elsewhere, 'red')).lines).toContain(line)
  const moved = { ...member, organizationId: elsewhere }
  const scans = await reportScans(server, moved, [
    { threat_level: 'safe', sender: 'a@spam.example' },
  ])
  expect(scans).toMatchObject([{ threat_level: 'malicious' }])
  const token = await makeSession(server, member)
  const { flags } = (await server.get('/api/flags/list', { token })).output(listFlagsEndpoint)
  expect(flags).toMatchObject([{ value: 'spam.example', blocked_count: 1 }])
  const path = `/api/flags/remove/${flags?.[0]?.id}`
  expect((await server.delete(path, { token })).status).toBe(200)
  expect((await readMap(server, elsewhere, 'red')).lines).not.toContain(line)
})

test('a lead without an organization sees nothing of others without one', async () => {
  const { server, member } = await setScene()
  await using _ = server
  const lead = await makeUser(server, { role: 'team_lead' })
  for (const { id } of [lead, member]) {
    await changeUser(server, id, { organization_id: null })
  }
  await server.database
    .insertInto('mail_checks')
    .values({
      ...{ id: 'a check', user_id: member.id, organization_id: '' },
      ...{ checked_at: server.clock().toISOString(), threat_level: 'malicious' },
    })
    .execute()
  const token = await makeSession(server, lead)
  const day = server.clock().toISOString().slice(0, 10)
  expect((await server.get(`/api/team/members/${member.id}`, { token })).status).toBe(404)
  const report = await server.get(`/api/team/report?from=${day}&to=${day}`, { token })
  expect(report.body).toMatchObject({ members: 0, riskiest: [], mails_checked: 0 })
  expect(report.text).not.toContain(member.email)
})
