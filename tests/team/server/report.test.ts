import { expect, test } from 'vitest'
import type { Endpoint } from '../../../contract/core/endpoint.ts'
import { examplesOf } from '../../../contract/core/examples.ts'
import { isForGateways } from '../../../contract/core/key-scope.ts'
import { attackKinds } from '../../../contract/emails/attack-kind.ts'
import * as calls from '../../../contract/endpoints.ts'
import { showTeamReportEndpoint } from '../../../contract/team/show-team-report.ts'
import { deleteExpiredScans } from '../../../server/emails/retention.ts'
import { isFinding } from '../../../server/emails/sentences/kept-sentences.ts'
import { keepReasons, type Sentence } from '../../../server/emails/sentences/sentence.ts'
import { kindOfAttack } from '../../../server/team/attack-kinds.ts'
import { createTestServer, type TestServer } from '../../support/server/server.ts'
import { makeSession, makeUser } from '../../support/worlds/factories.ts'
import { findings } from '../../support/worlds/in-english.ts'
import { makeFlag, reportScans } from '../../support/worlds/mail-factories.ts'

const dayMs = 24 * 60 * 60 * 1000

function dayOf(server: TestServer, daysAgo = 0): string {
  return new Date(server.clock().getTime() - daysAgo * dayMs).toISOString().slice(0, 10)
}

async function setScene() {
  const server = await createTestServer()
  const lead = await makeUser(server, { role: 'team_lead', department: 'Office' })
  const { organizationId } = lead
  const payer = await makeUser(server, { organizationId, department: 'Payments' })
  const ask = async (from: number, to: number, more = '', user: { id: string } = lead) =>
    server.get(`/api/team/report?from=${dayOf(server, from)}&to=${dayOf(server, to)}${more}`, {
      token: await makeSession(server, user),
    })
  const report = async (...period: Parameters<typeof ask>) =>
    (await ask(...period)).output(showTeamReportEndpoint)
  return { server, lead, payer, ask, report }
}

const threats = [
  { threat_level: 'malicious' },
  { threat_level: 'suspicious' },
  { threat_level: 'safe' },
] as const

test('a period has its counts by day, the members at risk and their malicious mail', async () => {
  const { server, lead, payer, report } = await setScene()
  await using _ = server
  const received_at = server.clock().toISOString()
  server.clock.pass(2 * dayMs)
  await reportScans(
    server,
    payer,
    threats.map((threat) => ({ ...threat, received_at })),
  )
  await reportScans(server, lead, [{ threat_level: 'safe' }])
  expect(await report(2, 0)).toMatchObject({
    members: 2,
    scanned: 4,
    suspicious: 1,
    malicious: 1,
    days: [
      { day: dayOf(server, 2), suspicious: 1, malicious: 1 },
      { day: dayOf(server, 1), suspicious: 0, malicious: 0 },
      { day: dayOf(server), suspicious: 0, malicious: 0 },
    ],
    counted_since: null,
    riskiest: [
      { id: payer.id, department: 'Payments', malicious: 1 },
      { id: lead.id, malicious: 0 },
    ],
    departments: ['Office', 'Payments'],
  })
  expect(await report(1, 0)).toMatchObject({
    scanned: 1,
    malicious: 0,
    riskiest: [{ malicious: 0 }, {}],
  })
})

test('the figures of a period stay true after retention has deleted its mail', async () => {
  const { server, payer, report } = await setScene()
  await using _ = server
  await reportScans(server, payer, threats)
  server.clock.pass(40 * dayMs)
  await deleteExpiredScans(server.database, server.clock())
  expect(await server.database.selectFrom('scans').selectAll().execute()).toHaveLength(1)
  expect(await report(41, 0)).toMatchObject({
    scanned: 3,
    suspicious: 1,
    malicious: 1,
    counted_since: dayOf(server, 40),
    suspicious_since: null,
    checks_since: dayOf(server, 29),
  })
  const { days } = await report(41, 0)
  expect(days?.slice(0, 2)).toEqual([
    { day: dayOf(server, 41), suspicious: null, malicious: null },
    { day: dayOf(server, 40), suspicious: 1, malicious: 1 },
  ])
  const department = await report(41, 0, '&department=Payments')
  expect(department).toMatchObject({
    scanned: null,
    suspicious: 0,
    malicious: 1,
    suspicious_since: dayOf(server, 29),
  })
  expect(department.days?.[1]).toEqual({ day: dayOf(server, 40), suspicious: null, malicious: 1 })
})

test('a department has its present members alone', async () => {
  const { server, lead, payer, report } = await setScene()
  await using _ = server
  await reportScans(server, payer, threats)
  await reportScans(server, lead, threats)
  await makeFlag(server, lead, { flag_type: 'red', value: 'spam.example' })
  const { riskiest, ...figures } = await report(1, 0, '&department=Payments')
  expect(figures).toMatchObject({ members: 1, suspicious: 1, malicious: 1, senders_blocked: 0 })
  expect(riskiest?.map(({ id }) => id)).toEqual([payer.id])
  expect(await report(1, 0, '&department=Nowhere')).toMatchObject({ members: 0, malicious: 0 })
})

test('the kinds of attack are counted, what is not known last', async () => {
  const { server, lead, payer, report } = await setScene()
  await using _ = server
  await reportScans(server, payer, [
    { threat_level: 'suspicious', detection_reason: 'A gateway has its own words.' },
    { threat_level: 'suspicious', detection_reason: 'A gateway has its own words.' },
    { threat_level: 'suspicious', detection_reason: 'A gateway has its own words.' },
    { threat_level: 'malicious', detection_reason: findings.known_virus },
    { threat_level: 'safe', detection_reason: findings.known_virus },
  ])
  await reportScans(server, lead, [
    { threat_level: 'malicious', detection_reason: findings.other_link_target },
    { threat_level: 'suspicious', detection_reason: findings.other_link_target },
  ])
  const kinds = async (...asked: Parameters<typeof report>) => (await report(...asked)).kinds
  expect(await kinds(1, 0)).toEqual([
    { kind: 'phishing', count: 2 },
    { kind: 'malware', count: 1 },
    { kind: 'other', count: 3 },
  ])
  expect(await kinds(1, 0, '&department=Office')).toEqual([{ kind: 'phishing', count: 2 }])
  expect(await kinds(2, 1)).toEqual([])
  server.clock.pass(31 * dayMs)
  expect(await kinds(31, 0)).toEqual([
    { kind: 'phishing', count: 1 },
    { kind: 'malware', count: 1 },
  ])
})

test('what members did is counted in its period', async () => {
  const { server, lead, payer, report } = await setScene()
  await using _ = server
  const [scan] = await reportScans(server, payer, [{ threat_level: 'suspicious' }])
  const token = await makeSession(server, payer)
  const body = { kind: 'scan', id: scan?.id ?? '', opinion: 'honest' }
  expect((await server.post('/api/mail-reports', { token, body })).status).toBe(200)
  await makeFlag(server, payer, { flag_type: 'red', value: 'spam.example' })
  await makeFlag(server, payer, { flag_type: 'green', value: 'friend.example' })
  const request = {
    request_type: 'high_risk_user',
    priority: 'high',
    subject: 'x',
    description: 'y',
  }
  const leads = await makeSession(server, lead)
  const answer = await server.post('/api/team/support-request', { token: leads, body: request })
  expect(answer.status).toBe(200)
  const done = {
    reported_honest: 1,
    reported_dangerous: 0,
    senders_blocked: 1,
    support_requests: 1,
    mails_checked: 0,
  }
  expect(await report(0, 0)).toMatchObject(done)
  expect(await report(2, 1)).toMatchObject({
    ...done,
    reported_honest: 0,
    senders_blocked: 0,
    support_requests: 0,
  })
})

test('a report says since when the audit trail is kept', async () => {
  await using server = await createTestServer({ limits: { auditDays: 10 } })
  const token = await makeSession(server, await makeUser(server, { role: 'team_lead' }))
  const since = async (from: number) => {
    const path = `/api/team/report?from=${dayOf(server, from)}&to=${dayOf(server)}`
    return (await server.get(path, { token })).output(showTeamReportEndpoint).audit_since
  }
  expect(await since(30)).toBe(dayOf(server, 9))
  expect(await since(9)).toBeNull()
})

test('another organization, its super admins and removed members are not in a report', async () => {
  const { server, lead, payer, report } = await setScene()
  await using _ = server
  const stranger = await makeUser(server, { role: 'team_lead', department: 'Secret' })
  await makeUser(server, { organizationId: lead.organizationId, role: 'super_admin' })
  await reportScans(server, stranger, threats)
  await makeFlag(server, stranger, { flag_type: 'red', value: 'spam.example' })
  const own = await report(1, 0)
  expect(own).toMatchObject({ members: 2, scanned: 0, malicious: 0, senders_blocked: 0 })
  expect(JSON.stringify(own)).not.toMatch(new RegExp(`Secret|${stranger.id}`))
  expect(await report(1, 0, '&department=Secret')).toMatchObject({ members: 0, malicious: 0 })
  expect(await report(1, 0, '', stranger)).toMatchObject({ members: 1, scanned: 3 })
  expect(payer.organizationId).toBe(lead.organizationId)
})

test.each([
  ['a period that ends before it begins', 0, 1, 'wrong_period'],
  ['a period of more than a year', 366, 0, 'wrong_period'],
])('%s is an error of its end', async (_name, from, to, code) => {
  const { server, ask } = await setScene()
  await using _ = server
  const answer = await ask(from, to)
  expect(answer.status).toBe(422)
  expect(answer.fields).toMatchObject([{ field: 'to', code }])
  expect((await ask(365, 0)).status).toBe(200)
})

/** The kind of a mail that was kept with these. */
const kindOf = (reason: Sentence, indicators: readonly Sentence[]) =>
  kindOfAttack(keepReasons(reason, indicators))

test.each([
  ['malware', { code: 'known_virus' }, []],
  ['phishing', { code: 'phishing_site' }, [{ code: 'blocked_server' }]],
  ['impersonation', { code: 'display_name_spoof' }, []],
  ['payment_fraud', { code: 'blackmail' }, []],
  ['spam', { code: 'reads_like_spam' }, [{ code: 'no_subject' }]],
  ['other', { code: 'filter_rejects' }, []],
] as const)('a mail is %s by its finding', (kind, reason, indicators) => {
  expect(kindOf(reason, indicators)).toBe(kind)
})

test('an attack among the indicators is stronger than spam and than what only the filter says', () => {
  const indicators = [
    { code: 'unproven_sender' },
    { code: 'suspicious_macros' },
    { code: 'other_link_target' },
  ] as const
  expect(kindOf({ code: 'reads_like_spam' }, indicators)).toBe('malware')
  expect(kindOf({ code: 'filter_rejects' }, indicators)).toBe('malware')
  expect(kindOf({ code: 'display_name_spoof' }, indicators)).toBe('impersonation')
})

test('free text tells nothing, whatever it contains', () => {
  expect(kindOf('Credential phishing with malware', ['A known virus'])).toBe('other')
  expect(kindOf('', [])).toBe('other')
})

test('a mail of a trusted sender keeps its kind', () => {
  const reason =
    'You trust this sender, but the mail itself looks dangerous: An attachment contains a known virus'
  expect(kindOf(reason, [])).toBe('malware')
  const coded = { code: 'trustedButDangerous', reason: { code: 'known_virus' } } as const
  expect(kindOf(coded, [])).toBe('malware')
})

test('every finding has one of the kinds, and each kind comes from a finding', () => {
  const kinds = Object.keys(findings)
    .filter(isFinding)
    .map((code) => kindOf({ code }, []))
  expect(new Set(kinds)).toEqual(new Set(attackKinds))
})

const subject = 'Payslip of Rania'

/** The path with the ids and the query of a call; what it takes in a body is left out. */
function pathOf(endpoint: Endpoint, ids: { member: string; organization: string }) {
  const fields = new Map<string, unknown>(Object.entries(examplesOf(endpoint).input ?? {}))
  for (const name of ['id', 'user_id', 'actor_id']) fields.set(name, ids.member)
  fields.set('organization_id', ids.organization)
  const inPath = endpoint.path.replaceAll(/:(\w+)/g, (_, name: string) => {
    const value = String(fields.get(name))
    fields.delete(name)
    return encodeURIComponent(value)
  })
  const known = Object.keys(Object(examplesOf(endpoint).input))
  const query = new URLSearchParams(
    [...fields].filter(([name]) => known.includes(name)).map(([name, it]) => [name, String(it)]),
  )
  return { inPath, query }
}

test('no call that a team lead may make answers the subject of a member', async () => {
  await using server = await createTestServer()
  const lead = await makeUser(server, { role: 'team_lead', managesOrganization: true })
  const member = await makeUser(server, { organizationId: lead.organizationId })
  const [scan] = await reportScans(server, member, [
    { threat_level: 'suspicious', subject },
    { threat_level: 'safe', subject },
  ])
  const members = await makeSession(server, member)
  const report = { kind: 'scan', id: scan?.id ?? '', opinion: 'dangerous' }
  expect((await server.post('/api/mail-reports', { token: members, body: report })).status).toBe(
    200,
  )

  const token = await makeSession(server, lead)
  const asked: string[] = []
  for (const call of Object.values<Endpoint>(calls)) {
    const { method, access } = call
    if (isForGateways(access) || method !== 'GET') continue
    for (const id of [member.id, scan?.id ?? '']) {
      const { inPath, query } = pathOf(call, { member: id, organization: lead.organizationId })
      for (const path of new Set([inPath, `${inPath}?${query}`])) {
        const answer = await server.get(`/api${path}`, { token })
        if (answer.status === 200) asked.push(call.path)
        expect(answer.text, path).not.toContain(subject)
      }
    }
  }
  // Guards the test itself: these were answered.
  expect(asked).toEqual(
    expect.arrayContaining([
      '/dashboard/team',
      '/team/members/:id',
      '/team/report',
      '/organization/users',
    ]),
  )
  const mails = await server.database
    .selectFrom('mails')
    .select(['recipient', 'body', 'subject'])
    .execute()
  expect(mails.map(({ recipient }) => recipient)).toContain(lead.email)
  for (const mail of mails) expect(JSON.stringify(mail)).not.toContain(subject)
})
