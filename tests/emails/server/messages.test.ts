import { expect } from 'vitest'
import { listMessagesEndpoint } from '../../../contract/emails/list-messages.ts'
import type { Scan } from '../../../contract/emails/report-scans.ts'
import { showOneMessageEndpoint } from '../../../contract/emails/show-one-message.ts'
import { newId } from '../../../server/database/id.ts'
import { nextQuery } from '../../../src/lib/core/api/pages.ts'
import { createTestServer, type TestServer } from '../../support/server/server.ts'
import { test } from '../../support/server/server-test.ts'
import {
  changeUser,
  makeOrganization,
  makeSession,
  makeUser,
} from '../../support/worlds/factories.ts'
import { reportScans } from '../../support/worlds/mail-factories.ts'

const dayMs = 24 * 60 * 60 * 1000

async function withMail(server: TestServer, scans: readonly Partial<Scan>[]) {
  const user = await makeUser(server)
  const reported = await reportScans(server, user, scans)
  const token = await makeSession(server, user)
  const list = async (query = '', { as = token } = {}) => {
    const answer = await server.get(`/api/messages${query}`, { token: as })
    return answer.output(listMessagesEndpoint)
  }
  const subjects = async (query = '', asked = {}) =>
    (await list(query, asked)).map(({ email_subject }) => email_subject)
  return { user, token, list, subjects, ids: reported.map(({ id }) => id) }
}

/** Times of reports, the first one the newest. */
const before = (server: TestServer, days: number) =>
  new Date(server.clock().getTime() - days * dayMs).toISOString()

test('a message has what a row and its panel show; of malicious mail only the domain', async () => {
  await using server = await createTestServer()
  const { list } = await withMail(server, [
    {
      sender: 'office@firm.example',
      subject: 'Minutes',
      threat_level: 'suspicious',
      detection_reason: 'Unusual pressure',
      indicators: ['Urgent wording'],
      disposition: 'quarantined',
      authentication: { spf: 'softfail', dmarc: 'fail' },
      received_at: before(server, 1),
    },
    {
      sender: 'secret@evil.example',
      subject: 'Secret',
      threat_level: 'malicious',
      authentication: { spf: 'pass', dkim: 'none', dmarc: 'none' },
    },
  ])
  expect(await list()).toMatchObject([
    {
      email_subject: '',
      sender_domain: 'evil.example',
      sender_address: '',
      threat_level: 'malicious',
      delete_after: null,
      authentication: { spf: 'pass', dkim: 'none', dmarc: 'none' },
    },
    {
      email_subject: 'Minutes',
      sender_domain: 'firm.example',
      sender_address: 'office@firm.example',
      threat_level: 'suspicious',
      detection_reason: 'Unusual pressure',
      timestamp: before(server, 1),
      disposition: 'quarantined',
      scan_details: { content_analysis: { indicators: ['Urgent wording'] } },
      delete_after: before(server, -29),
      authentication: { spf: 'softfail', dkim: null, dmarc: 'fail' },
    },
  ])
})

test.each([
  ['résumé', 'RESUME'],
  ['RESUME', 'résumé'],
  ['ＩＮＶＯＩＣＥ 7', 'invoice'],
  ['مُرَاجَعَة', 'مراجعة'],
  ['100 % off_now', '% off_'],
  ['Minutes of Monday', 'monday minutes'],
  ['Minutes', 'OFFICE@firm.example'],
  ['Minutes', 'firm.example'],
  ['Minutes', 'minutes office@'],
])('mail with the subject %s is found by %s', async (subject, q) => {
  await using server = await createTestServer()
  const { subjects } = await withMail(server, [
    { subject, sender: 'office@firm.example' },
    { subject: 'Other', sender: 'b@other.example' },
  ])
  expect(await subjects(`?${new URLSearchParams({ q })}`)).toEqual([subject])
})

test('what was never seen is an empty list, and signs are no wildcards', async ({ server }) => {
  const { subjects } = await withMail(server, [{ subject: 'Minutes' }])
  for (const q of ['nothing', '%', '_', '\\', 'min%tes', "'"]) {
    expect(await subjects(`?${new URLSearchParams({ q })}`), q).toEqual([])
  }
})

test('messages are filtered by level and time, and sorted by sender', async ({ server }) => {
  const { subjects } = await withMail(server, [
    { subject: 'C', sender: 'x@b.example', received_at: before(server, 0) },
    { subject: 'B', sender: 'x@c.example', received_at: before(server, 2) },
    {
      subject: 'A',
      sender: 'x@a.example',
      received_at: before(server, 4),
      threat_level: 'suspicious',
    },
  ])
  expect(await subjects()).toEqual(['C', 'B', 'A'])
  expect(await subjects('?order=asc')).toEqual(['A', 'B', 'C'])
  expect(await subjects('?sort=sender')).toEqual(['A', 'C', 'B'])
  expect(await subjects('?level=suspicious')).toEqual(['A'])
  expect(await subjects(`?from=${before(server, 2)}`)).toEqual(['C', 'B'])
  expect(await subjects(`?to=${before(server, 2)}`)).toEqual(['A'])
  const day = before(server, 4).slice(0, 10)
  expect(await subjects(`?to=${day}`)).toEqual([])
})

test.for(['', '&order=asc', '&sort=sender', '&q=mail', '&level=safe'])(
  'pages with %s hold every message once, also of the same time and sender',
  async (query, { server }) => {
    const scans = Array.from({ length: 7 }, (_, number) => ({
      subject: `Mail ${number}`,
      received_at: before(server, number % 2),
    }))
    const { token } = await withMail(server, scans)
    const found: string[] = []
    let next: string | undefined = `limit=3${query}`
    while (next !== undefined) {
      const answer = await server.get(`/api/messages?${next}`, { token })
      found.push(...answer.output(listMessagesEndpoint).map(({ email_subject }) => email_subject))
      const link = nextQuery(answer.headers.get('link'))
      next = link && String(new URLSearchParams(link))
    }
    expect(found.toSorted()).toEqual(scans.map(({ subject }) => subject))
  },
)

test("another user's mail is neither listed nor shown, and is like an unknown one", async () => {
  await using server = await createTestServer()
  const { user, ids } = await withMail(server, [{ subject: 'Private' }])
  const colleague = await makeUser(server, {
    organizationId: user.organizationId,
    role: 'team_lead',
  })
  for (const asker of [colleague, await makeUser(server, { role: 'super_admin' })]) {
    const token = await makeSession(server, asker)
    const answer = await server.get('/api/messages?q=private', { token })
    expect(answer.output(listMessagesEndpoint)).toEqual([])
    const theirs = await server.get(`/api/messages/${ids[0]}`, { token })
    const unknown = await server.get('/api/messages/0190a000-0000-7000-8000-00000000ffff', {
      token,
    })
    expect(theirs.status).toBe(404)
    expect(theirs.body).toEqual(unknown.body)
  }
})

test('a message has the history of its sender with the user, by address and by domain', async () => {
  await using server = await createTestServer()
  const { token, ids } = await withMail(server, [
    { sender: 'a@firm.example', received_at: before(server, 3) },
    { sender: 'a@firm.example', threat_level: 'suspicious', received_at: before(server, 2) },
    { sender: 'b@firm.example', received_at: before(server, 1) },
    { sender: 'a@firm.example', threat_level: 'malicious', received_at: before(server, 0) },
    { sender: 'a@other.example' },
  ])
  await withMail(server, [{ sender: 'a@firm.example' }])
  const show = async (position: number) =>
    (await server.get(`/api/messages/${ids[position]}`, { token })).output(showOneMessageEndpoint)
  const of_domain = {
    safe: 2,
    suspicious: 1,
    malicious: 1,
    first_at: before(server, 3),
    last_at: before(server, 0),
    is_part: false,
  }
  expect(await show(0)).toMatchObject({
    message: { id: ids[0], sender_address: 'a@firm.example' },
    of_domain,
    of_address: {
      safe: 1,
      suspicious: 1,
      malicious: 0,
      first_at: before(server, 3),
      last_at: before(server, 2),
    },
  })
  expect(await show(3)).toMatchObject({ of_domain, of_address: null })
})

const path = '/api/mail-reports'

async function setScene(server: TestServer) {
  const organizationId = await makeOrganization(server, { name: 'Olive Branch' })
  const user = await makeUser(server, {
    organizationId,
    full_name: 'Rania Haddad',
    email: 'rania@olive.example',
  })
  const token = await makeSession(server, user)
  const [scan] = await reportScans(server, user, [
    {
      threat_level: 'suspicious',
      sender: 'news@supplier.example',
      subject: 'Prices of March',
      detection_reason: 'The sender is new.',
    },
  ])
  return { organizationId, user, token, scanId: scan?.id ?? '' }
}

async function makeCheck(server: TestServer, userId: string, level: 'malicious' | null) {
  const id = newId()
  await server.database
    .insertInto('mail_checks')
    .values({
      id,
      user_id: userId,
      organization_id: '',
      checked_at: server.clock().toISOString(),
      threat_level: level,
    })
    .execute()
  return id
}

function mailsOf({ database }: TestServer) {
  return database.selectFrom('mails').selectAll().orderBy('id').execute()
}

test('a report about an own scan is mailed to the team leads and to support', async () => {
  await using server = await createTestServer()
  const { organizationId, user, token, scanId } = await setScene(server)
  const lead = await makeUser(server, { organizationId, role: 'team_lead' })
  const inactive = await makeUser(server, { organizationId, role: 'team_lead' })
  await changeUser(server, inactive.id, { is_active: 0 })
  await makeUser(server, { role: 'team_lead' })
  const body = { kind: 'scan', id: scanId, opinion: 'honest', note: 'Our supplier.\nSince 2019.' }
  const answer = await server.post(path, { token, body })
  expect(answer.status).toBe(200)
  expect(answer.body).toEqual({ success: true })
  const mails = await mailsOf(server)
  expect(mails.map(({ recipient }) => recipient)).toEqual([lead.email, 'support@aman.example'])
  expect(mails[0]).toMatchObject({
    reply_to: 'rania@olive.example',
    subject: 'Email reported as honest by Rania Haddad',
  })
  expect(mails[0]?.body).toBe(`Reported as:  honest
Verdict:      suspicious
Reason:       The sender is new.
Sender:       supplier.example
Received:     ${server.clock().toISOString()}
Id:           scan ${scanId}
From:         Rania Haddad <rania@olive.example>
Role:         employee
Organization: Olive Branch

Our supplier.
Since 2019.
`)
  expect(mails[1]?.body).toBe(mails[0]?.body)
  const audit = await server.acts('mail-report')
  const about = { target_type: 'scan', target_id: scanId, detail: 'honest' }
  expect(audit).toMatchObject([{ actor_id: user.id, action: 'mail-report', ...about }])
})

test.for(['employee', 'team_lead', 'super_admin'] as const)(
  'a %s reports an own check, also without an organization and a note',
  async (role, { server }) => {
    const user = await makeUser(server, { role, full_name: 'Rami' })
    await changeUser(server, user.id, { organization_id: null })
    const token = await makeSession(server, user)
    const id = await makeCheck(server, user.id, 'malicious')
    const body = { kind: 'check', id, opinion: 'dangerous' }
    expect((await server.post(path, { token, body })).status).toBe(200)
    const [mail, ...others] = await mailsOf(server)
    expect(others).toEqual([])
    expect(mail?.recipient).toBe('support@aman.example')
    expect(mail?.body).toContain(`Verdict:      malicious
Checked:      ${server.clock().toISOString()}
Email:        not kept: the user had it as a file or pasted its text; ask the user for it
Id:           check ${id}
`)
    expect(mail?.body).toContain('\n\nThe user added no note.\n')
  },
)

test('the mail of another user, a check without a verdict and a wrong kind are unknown', async () => {
  await using server = await createTestServer()
  const { organizationId, user, token, scanId } = await setScene(server)
  const colleague = await makeUser(server, { organizationId, role: 'team_lead' })
  const [theirs] = await reportScans(server, colleague, [{}])
  const check = await makeCheck(server, user.id, 'malicious')
  for (const [kind, id] of [
    ['scan', theirs?.id],
    ['check', await makeCheck(server, colleague.id, 'malicious')],
    ['check', await makeCheck(server, user.id, null)],
    ['check', scanId],
    ['scan', check],
    ['scan', 'nonsense'],
  ]) {
    const answer = await server.post(path, { token, body: { kind, id, opinion: 'honest' } })
    expect(answer, `${kind} ${id}`).toMatchObject({ status: 404, code: 'unknown_mail' })
  }
  expect(await mailsOf(server)).toEqual([])
})

test('the same report again sends no mail, a changed opinion does', async ({ server }) => {
  const { token, scanId: id } = await setScene(server)
  const send = (opinion: string, note = '') =>
    server.post(path, { token, body: { kind: 'scan', id, opinion, note } })
  await Promise.all([send('honest'), send('honest'), send('honest')])
  expect((await send('honest', 'Once more.')).status).toBe(200)
  expect(await mailsOf(server)).toHaveLength(1)
  expect((await send('dangerous')).status).toBe(200)
  expect(await mailsOf(server)).toHaveLength(2)
})

test('a user who reports too much has to wait, and repeated reports do not count', async () => {
  await using server = await createTestServer({ limits: { supportRequestsPerHour: 2 } })
  const { user, token } = await setScene(server)
  const scans = await reportScans(server, user, [{}, {}, {}])
  const send = (id: string | undefined) =>
    server.post(path, { token, body: { kind: 'scan', id, opinion: 'honest' } })
  for (const { id } of scans.slice(0, 2)) expect((await send(id)).status).toBe(200)
  expect(await send(scans[2]?.id)).toMatchObject({ status: 429, code: 'too_many_requests' })
  expect((await send(scans[1]?.id)).status).toBe(200)
  server.clock.pass(30 * 60_000)
  expect((await send(scans[2]?.id)).headers.get('retry-after')).toBe(String(30 * 60))
  server.clock.pass(30 * 60_000)
  expect((await send(scans[2]?.id)).status).toBe(200)
})

test('text of a sender or of a name adds no lines to the mail', async ({ server }) => {
  const { user, token, scanId } = await setScene(server)
  await changeUser(server, user.id, { full_name: 'Rania\r\nBcc: all@firm.example' })
  await server.database
    .updateTable('scans')
    .set({ email_subject: 'Hello\r\nVerdict:      safe', detection_reason: 'x\u2028y' })
    .where('id', '=', scanId)
    .execute()
  const body = { kind: 'scan', id: scanId, opinion: 'dangerous' }
  expect((await server.post(path, { token, body })).status).toBe(200)
  const [mail] = await mailsOf(server)
  expect(mail?.subject).toBe('Email reported as dangerous by Rania Bcc: all@firm.example')
  expect(mail?.body.match(/^Verdict/gm)).toHaveLength(1)
  expect(mail?.body).toContain('Reason:       x y\n')
})

test.each([
  [{ opinion: 'unsure' }, /^opinion: must be one of honest, dangerous$/],
  [{ kind: 'flag' }, /^kind: must be one of scan, check$/],
  [{ note: 'x'.repeat(1001) }, /^note: must not be longer than 1000$/],
  [{ to: 'a@b.example' }, /^to: is not a known field$/],
])('a report with %j is rejected with a message', async (change, words) => {
  await using server = await createTestServer()
  const { token, scanId } = await setScene(server)
  const body = { kind: 'scan', id: scanId, opinion: 'honest', ...change }
  const answer = await server.post(path, { token, body })
  expect(answer.status).toBe(422)
  expect(answer.detail).toMatch(words)
  expect(await mailsOf(server)).toEqual([])
})
