import { expect } from 'vitest'
import { showAttentionEndpoint } from '../../../contract/attention/show-attention.ts'
import { listFlagsEndpoint } from '../../../contract/flags/list-flags.ts'
import { listSupportRequestsEndpoint } from '../../../contract/team/list-support-requests.ts'
import { showMemberEndpoint } from '../../../contract/team/show-member.ts'
import { showTeamReportEndpoint } from '../../../contract/team/show-team-report.ts'
import { teamDashboardEndpoint } from '../../../contract/team/team-dashboard.ts'
import { newId } from '../../../server/database/id.ts'
import { weekOf } from '../../../server/risk/risk-score.ts'
import { insertFactor } from '../../../server/sign-in/factors/factors.ts'
import { anonymizeUser } from '../../../server/users/removed-users.ts'
import { readMap } from '../../support/mail/flag-map.ts'
import { createTestServer, type TestServer } from '../../support/server/server.ts'
import { test } from '../../support/server/server-test.ts'
import {
  changeUser,
  makeOrganization,
  makeSession,
  makeUser,
  signInAdmin,
} from '../../support/worlds/factories.ts'
import { makeFlag, reportScans } from '../../support/worlds/mail-factories.ts'

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
  expect(await server.acts('request-close')).toMatchObject([{ detail: 'mail-report' }])
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
  const closed = { detail: 'mail-report, dangerous' }
  expect(await server.acts('request-close')).toMatchObject([closed])
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

const dayMs = 24 * 60 * 60 * 1000

async function setMemberScene() {
  const server = await createTestServer()
  const lead = await makeUser(server, { role: 'team_lead' })
  const member = await makeUser(server, {
    organizationId: lead.organizationId,
    full_name: 'Rania Haddad',
    department: 'Payments',
  })
  const token = await makeSession(server, lead)
  const open = (id: string, bearer = token) =>
    server.get(`/api/team/members/${id}`, { token: bearer })
  return { server, lead, member, open }
}

function ago(server: TestServer, days: number): string {
  return new Date(server.clock().getTime() - days * dayMs).toISOString()
}

test('a lead sees what threatens a member: level, kind, domain and time', async () => {
  const { server, member, open } = await setMemberScene()
  await using _ = server
  const mail = { sender: 'security@account-verify.example', subject: 'Your salary' }
  const at = (days: number) => ({ received_at: ago(server, days) })
  await reportScans(server, member, [
    {
      ...mail,
      ...at(1),
      threat_level: 'malicious',
      detection_reason: 'A link opens a website that is listed for phishing',
    },
    {
      ...mail,
      ...at(2),
      threat_level: 'suspicious',
      detection_reason: 'A link shows one address and opens another',
    },
    { ...mail, ...at(3), threat_level: 'suspicious', detection_reason: 'Somehow strange' },
    { ...mail, ...at(4), threat_level: 'safe' },
    {
      ...mail,
      ...at(31),
      threat_level: 'malicious',
      detection_reason: 'An attachment contains a known virus',
    },
  ])
  const answer = await open(member.id)
  const sender_domain = 'account-verify.example'
  expect(answer.output(showMemberEndpoint)).toMatchObject({
    id: member.id,
    full_name: 'Rania Haddad',
    department: 'Payments',
    last_login: null,
    has_second_factor: false,
    kinds: [
      { kind: 'phishing', count: 2, last_at: ago(server, 1) },
      { kind: 'other', count: 1, last_at: ago(server, 3) },
    ],
    threats: [
      { threat_level: 'malicious', kind: 'phishing', sender_domain, at: ago(server, 1) },
      { threat_level: 'suspicious', kind: 'phishing', sender_domain, at: ago(server, 2) },
      { threat_level: 'suspicious', kind: 'other', sender_domain, at: ago(server, 3) },
    ],
  })
  expect(answer.text).not.toContain('salary')
  expect(answer.text).not.toContain('security@')
})

test('suspicious mail past its 30 days is not found, also before housekeeping deletes it', async () => {
  const { server, member, open } = await setMemberScene()
  await using _ = server
  await reportScans(server, member, [{ threat_level: 'suspicious' }])
  const kinds = async () => (await open(member.id)).output(showMemberEndpoint).kinds
  expect(await kinds()).toMatchObject([{ count: 1 }])
  const stored = () => server.database.selectFrom('scans').select('id').execute()
  await server.database
    .updateTable('scans')
    .set({ received_at: ago(server, 30) })
    .execute()
  expect(await stored()).toHaveLength(1)
  expect(await kinds()).toEqual([])
})

test('a lead sees how many mails a member reported and when, and no more of them', async () => {
  const { server, member, open } = await setMemberScene()
  await using _ = server
  const [first, second] = await reportScans(server, member, [
    { threat_level: 'suspicious', subject: 'Prices' },
    { threat_level: 'safe', subject: 'Minutes' },
  ])
  const token = await makeSession(server, member)
  for (const [scan, opinion] of [
    [first, 'honest'],
    [second, 'dangerous'],
  ] as const) {
    const body = { kind: 'scan', id: scan?.id ?? '', opinion }
    expect((await server.post('/api/mail-reports', { token, body })).status).toBe(200)
  }
  const answer = await open(member.id)
  const at = server.clock().toISOString()
  const { reported_honest, reported_dangerous, reports } = answer.output(showMemberEndpoint)
  expect({ reported_honest, reported_dangerous }).toEqual({
    reported_honest: 1,
    reported_dangerous: 1,
  })
  expect(reports?.map((report) => report.at)).toEqual([at, at])
  expect(answer.text).not.toMatch(/Prices|Minutes/)
  expect(answer.text).not.toContain(first?.id ?? '')
})

test('the weekly scores of a member are those in the own organization, up to the score now', async () => {
  const { server, lead, member, open } = await setMemberScene()
  await using _ = server
  const elsewhere = await makeOrganization(server)
  const own = { user_id: member.id, score: 60, organization_id: lead.organizationId }
  const foreign = { user_id: member.id, score: 90, organization_id: elsewhere }
  await server.database
    .insertInto('weekly_scores')
    .values([
      { ...foreign, week: '2026-01-05', organization_score: 90 },
      { ...own, week: '2026-01-12', organization_score: 30 },
      { ...own, week: '2026-01-19', organization_score: 40 },
    ])
    .execute()
  const { risk_score, weeks } = (await open(member.id)).output(showMemberEndpoint)
  expect(weeks).toEqual([
    { week: weekOf(server.clock()), risk_score },
    { week: '2026-01-19', risk_score: 40 },
    { week: '2026-01-12', risk_score: 30 },
  ])
})

test('a lead sees whether a second factor protects a member', async () => {
  const { server, member, open } = await setMemberScene()
  await using _ = server
  await insertFactor(server, { user_id: member.id, kind: 'passkey', name: 'Phone' })
  const { has_second_factor } = (await open(member.id)).output(showMemberEndpoint)
  expect(has_second_factor).toBe(true)
})

test('only members of the own organization are found; all others are one case', async () => {
  const { server, lead, member, open } = await setMemberScene()
  await using _ = server
  const { organizationId } = lead
  const otherLead = await makeUser(server, { role: 'team_lead' })
  const admin = await makeUser(server, { role: 'super_admin', organizationId })
  const gone = await makeUser(server, { organizationId })
  await anonymizeUser(server.database, gone.id, server.clock())
  const unknown = await open(newId())
  expect(unknown.status).toBe(404)
  for (const { id } of [otherLead, admin, gone]) {
    const answer = await open(id)
    expect(answer.status).toBe(404)
    expect(answer.body).toEqual(unknown.body)
  }
  const foreign = await open(member.id, await makeSession(server, otherLead))
  expect(foreign.body).toEqual(unknown.body)
  const employee = await makeSession(server, member)
  expect((await open(member.id, employee)).status).toBe(403)
})

async function setSceneMoves() {
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
  const { server, lead, member, elsewhere, move, report } = await setSceneMoves()
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
  const { server, lead, member, elsewhere, move, report } = await setSceneMoves()
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
  const { server, lead, member, elsewhere, move } = await setSceneMoves()
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
  const { server, member } = await setSceneMoves()
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
