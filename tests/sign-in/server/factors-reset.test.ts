import { expect, test } from 'vitest'
import { runHousekeeping } from '../../../server/housekeeping.ts'
import { owning } from '../../support/owning.ts'
import { createTestServer, type TestServer } from '../../support/server/server.ts'
import { changeUser, makeSession, makeUser } from '../../support/worlds/factories.ts'
import {
  addApp,
  addPasskey,
  makeEnrollable,
  openBrowser,
  password,
} from '../../support/worlds/factors.ts'

const dayMs = 24 * 60 * 60_000
const resetSubject = 'The second factors of your Aman account were removed'

const reset = (server: TestServer, id: string, token: string) =>
  server.post(`/api/admin/users/${id}/factors/reset`, { token, body: {} })

async function startWithFactors() {
  await using cleanUp = new AsyncDisposableStack()
  const server = cleanUp.use(await createTestServer())
  const enrolled = await makeEnrollable(server)
  await addPasskey(server, enrolled)
  await addApp(server, enrolled)
  const admin = await makeUser(server, { role: 'super_admin' })
  const adminToken = await makeSession(server, admin)
  await server.database.deleteFrom('mails').execute()
  return owning(cleanUp, {
    server,
    admin,
    adminToken,
    ...enrolled,
  })
}

async function recipients({ database }: TestServer, subject: string): Promise<string[]> {
  const rows = await database
    .selectFrom('mails')
    .select('recipient')
    .where('subject', '=', subject)
    .orderBy('id')
    .execute()
  return rows.map(({ recipient }) => recipient)
}

/** An admin gives the user another email in the form. */
async function move(server: TestServer, token: string, id: string, email: string): Promise<void> {
  const { username, organization_id } = await server.database
    .selectFrom('users')
    .select(['username', 'organization_id'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  const fields = { id, username, email, full_name: 'Rania', role: 'employee', organization_id }
  const answer = await server.post('/api/admin/users/detailed', { token, body: fields })
  expect(answer.status, answer.text).toBe(200)
}

test('a super admin removes the second factors of a user: the sessions end and a mail tells of it', async () => {
  await using scene = await startWithFactors()
  const { server, user, token, admin, adminToken } = scene
  const browser = openBrowser(server)
  const challenge = await browser.begin(user)
  const colleague = await makeEnrollable(server)
  await addPasskey(server, colleague)
  const listed = await server.get('/api/admin/users', { token: adminToken })
  expect(listed.body).toContainEqual(expect.objectContaining({ id: user.id, second_factors: 2 }))
  expect(JSON.stringify(listed.body).match(/second_factors/g)).toHaveLength(2)

  const now = server.clock().toISOString()
  const device = { token_hash: 'known', created_at: now, last_used_at: now }
  await server.database
    .insertInto('known_devices')
    .values({ ...device, user_id: user.id })
    .execute()

  expect((await reset(server, user.id, adminToken)).status).toBe(200)
  expect(await server.database.selectFrom('known_devices').selectAll().execute()).toEqual([])
  for (const table of ['second_factors', 'recovery_codes'] as const) {
    const left = await server.database.selectFrom(table).select('user_id').distinct().execute()
    expect(left).toEqual([{ user_id: colleague.user.id }])
  }
  expect((await server.get('/api/auth/me', { token })).status).toBe(401)
  expect((await browser.enterCode(challenge, '123456')).code).toBe('challenge_ended')
  expect(await recipients(server, resetSubject)).toEqual([user.email])
  const acts = server.database.selectFrom('audit').selectAll()
  expect(await acts.where('action', '=', 'factors-reset').execute()).toMatchObject([
    { actor_id: admin.id, target_type: 'user', target_id: user.id },
  ])
  const body = { username: user.username, password }
  expect((await server.post('/api/auth/login', { body })).status).toBe(200)
  const again = await reset(server, user.id, adminToken)
  expect([again.status, again.code]).toEqual([409, 'has_no_factors'])
  await changeUser(server, colleague.user.id, { removed_at: server.clock().toISOString() })
  const removed = await reset(server, colleague.user.id, adminToken)
  expect([removed.status, removed.code]).toEqual([404, 'unknown_user'])
})

test('a reset needs a recent proof of who the admin is, and is not for their own factors', async () => {
  await using scene = await startWithFactors()
  const { server, user, admin, adminToken } = scene
  expect((await reset(server, admin.id, adminToken)).code).toBe('own_factors')
  server.clock.pass(10 * 60_000)
  const late = await reset(server, user.id, adminToken)
  expect([late.status, late.code]).toEqual([403, 'confirmation_required'])
  expect(await recipients(server, resetSubject)).toEqual([])
})

test('the mail also goes to emails that were replaced within seven days, which are then deleted', async () => {
  await using scene = await startWithFactors()
  const { server, user, admin } = scene
  await move(server, scene.adminToken, user.id, 'first@firm.example')
  server.clock.pass(4 * dayMs)
  const token = await makeSession(server, admin)
  await move(server, token, user.id, 'second@firm.example')
  expect(await server.database.selectFrom('replaced_emails').selectAll().execute()).toMatchObject([
    { user_id: user.id, address: user.email },
    { user_id: user.id, address: 'first@firm.example' },
  ])
  server.clock.pass(3 * dayMs)
  const tokenNow = await makeSession(server, admin)
  expect((await reset(server, user.id, tokenNow)).status).toBe(200)
  expect(await recipients(server, resetSubject)).toEqual([
    'second@firm.example',
    'first@firm.example',
  ])
  await runHousekeeping(server.services)
  const kept = server.database.selectFrom('replaced_emails').select('address')
  expect(await kept.execute()).toEqual([{ address: 'first@firm.example' }])
})

test('mails tell of an added and a removed factor, of new codes and of a used one', async () => {
  await using server = await createTestServer()
  const enrolled = await makeEnrollable(server)
  const { user, token } = enrolled
  const { id, recovery_codes } = await addPasskey(server, enrolled)
  const browser = openBrowser(server)
  const code = recovery_codes[0] ?? ''
  expect((await browser.enterCode(await browser.begin(user), code)).status).toBe(200)
  const body = { current_password: password }
  await server.post('/api/account/factors/recovery-codes', { token, body })
  await server.post(`/api/account/factors/${id}/remove`, { token, body })
  const rows = server.database.selectFrom('mails').select(['recipient', 'subject', 'body'])
  const mails = await rows.orderBy('id').execute()
  expect(mails.map(({ subject }) => subject)).toEqual([
    'A second factor was added to your Aman account',
    'A recovery code of your Aman account was used',
    'Your Aman account has new recovery codes',
    'A second factor was removed from your Aman account',
  ])
  for (const mail of mails) {
    expect(mail.recipient).toBe(user.email)
    expect(mail.body).not.toContain(code)
  }
  expect(mails[1]?.body).toContain('left: 9')
})
