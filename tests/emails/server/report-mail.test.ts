import { expect, test } from 'vitest'
import { newId } from '../../../server/database/id.ts'
import { createTestServer, type TestServer } from '../../support/server/server.ts'
import {
  makeOrganization,
  makeSession,
  makeUser,
  reportScans,
} from '../../support/worlds/factories.ts'

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
  await server.database
    .updateTable('users')
    .set({ is_active: 0 })
    .where('id', '=', inactive.id)
    .execute()
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
  const audit = await server.database
    .selectFrom('audit')
    .select(['actor_id', 'action', 'target_type', 'target_id', 'detail'])
    .where('action', '=', 'mail-report')
    .execute()
  const about = { target_type: 'scan', target_id: scanId, detail: 'honest' }
  expect(audit).toEqual([{ actor_id: user.id, action: 'mail-report', ...about }])
})

test.each(['employee', 'team_lead', 'super_admin'] as const)(
  'a %s reports an own check, also without an organization and a note',
  async (role) => {
    await using server = await createTestServer()
    const user = await makeUser(server, { role, full_name: 'Rami' })
    await server.database
      .updateTable('users')
      .set({ organization_id: null })
      .where('id', '=', user.id)
      .execute()
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

test('the same report again sends no mail, a changed opinion does', async () => {
  await using server = await createTestServer()
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

test('text of a sender or of a name adds no lines to the mail', async () => {
  await using server = await createTestServer()
  const { user, token, scanId } = await setScene(server)
  await server.database
    .updateTable('users')
    .set({ full_name: 'Rania\r\nBcc: all@firm.example' })
    .where('id', '=', user.id)
    .execute()
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
