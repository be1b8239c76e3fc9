import { expect, test } from 'vitest'
import * as calls from '../../../contract/endpoints.ts'
import {
  setFactorPolicyEndpoint,
  showFactorPolicyEndpoint,
} from '../../../contract/sign-in/admin-factor-policy.ts'
import { runHousekeeping } from '../../../server/housekeeping.ts'
import { notOffered } from '../../../server/sign-in/show-capabilities.ts'
import { owning } from '../../support/owning.ts'
import { createTestServer, type TestServer } from '../../support/server/server.ts'
import {
  changeUser,
  findUser,
  makeOrganization,
  makeSession,
  makeUser,
} from '../../support/worlds/factories.ts'
import {
  addApp,
  addPasskey,
  makeEnrollable,
  openBrowser,
  password,
} from '../../support/worlds/factors.ts'

const dayMs = 24 * 60 * 60_000
const path = '/api/admin/factor-policy'

async function makeAdmin(server: TestServer) {
  const admin = await makeUser(server, { role: 'super_admin' })
  return { admin, token: () => makeSession(server, admin) }
}

/** @param organization_id without one, the policy is that of super admins */
async function setPolicy(server: TestServer, policy: string, organization_id?: string) {
  const { token } = await makeAdmin(server)
  const body = { policy, organization_id }
  const answer = await server.post(path, { token: await token(), body })
  expect(answer.status, answer.text).toBe(200)
}

/** The user's duty, and whether the dashboard opens. */
async function standing(server: TestServer, token: string) {
  const me = await server.get('/api/auth/me', { token })
  const dashboard = await server.get('/api/dashboard/employee', { token })
  return { me: me.body, code: dashboard.status === 200 ? 'open' : dashboard.code }
}

test('super admins set whether the users of an organization need a second factor, and see how many have none', async () => {
  await using server = await createTestServer()
  const enrolled = await makeEnrollable(server)
  const { organizationId } = enrolled.user
  await addPasskey(server, enrolled)
  await makeUser(server, { organizationId })
  await makeUser(server, { organizationId, is_active: 0 })
  await makeUser(server, { organizationId, role: 'super_admin' })
  await makeUser(server)
  const { admin, token } = await makeAdmin(server)
  const read = async () => {
    const query = `?organization_id=${organizationId}`
    return (await server.get(path + query, { token: await token() })).output(
      showFactorPolicyEndpoint,
    )
  }
  const counts = { users: 2, users_without_factor: 1 }
  expect(await read()).toEqual({ policy: 'optional', set_at: null, ...counts })
  const since = server.clock().toISOString()
  const set = async (policy: string) => {
    const body = { organization_id: organizationId, policy }
    const answer = await server.post(path, { token: await token(), body })
    return answer.output(setFactorPolicyEndpoint)
  }
  const required = { policy: 'required_in_14_days', set_at: since, ...counts }
  expect(await set('required_in_14_days')).toEqual(required)
  // The same again begins no new time.
  server.clock.pass(dayMs)
  expect(await set('required_in_14_days')).toEqual(required)
  expect(await read()).toEqual(required)
  await set('optional')
  expect(await server.acts('factor-policy')).toMatchObject([
    {
      actor_id: admin.id,
      target_id: organizationId,
      detail: 'from optional to required_in_14_days',
    },
    { target_id: organizationId, detail: 'from required_in_14_days to optional' },
  ])
  const others = await server.get(path, { token: await token() })
  expect(others.output(showFactorPolicyEndpoint)).toMatchObject({ policy: 'optional', users: 2 })
})

test('a policy is set after a recent proof, for an organization that exists, and where users can follow it', async () => {
  await using server = await createTestServer()
  const token = await (await makeAdmin(server)).token()
  const unknown = { policy: 'required', organization_id: '0190a000-0000-7000-8000-000000000001' }
  expect((await server.post(path, { token, body: unknown })).code).toBe('unknown_organization')
  server.clock.pass(10 * 60_000)
  const late = await server.post(path, { token, body: { policy: 'required' } })
  expect([late.status, late.code]).toEqual([403, 'confirmation_required'])
  const publicUrl = 'http://192.0.2.7'
  await using bare = await createTestServer({ services: { sealer: null, publicUrl } })
  const there = await (await makeAdmin(bare)).token()
  const refused = await bare.post(path, { token: there, body: { policy: 'required' } })
  expect([refused.status, refused.code]).toEqual([409, 'factors_unavailable'])
  const optional = await bare.post(path, { token: there, body: { policy: 'optional' } })
  expect(optional.status).toBe(200)
})

test('a user who needs a second factor and has none can only add one and sign out', async () => {
  await using server = await createTestServer()
  const enrolled = await makeEnrollable(server)
  const { user, token } = enrolled
  await setPolicy(server, 'required', user.organizationId)
  expect(await standing(server, token)).toMatchObject({
    me: { id: user.id, must_add_factor: true },
    code: 'must_add_factor',
  })
  const open: string[] = []
  for (const endpoint of Object.values(calls)) {
    if (/^(?:public|.*gateway|joined-browser)$/.test(endpoint.access)) continue
    const opening = 'isOpenWhileRestricted' in endpoint ? endpoint.isOpenWhileRestricted : undefined
    if (opening === true || opening === 'factor') {
      open.push(`${endpoint.method} ${endpoint.path}`)
      continue
    }
    const answer = await server.app.request(`/api${endpoint.path}`, {
      method: endpoint.method,
      headers: { authorization: `Bearer ${token}` },
    })
    expect(answer.status, endpoint.path).toBe(403)
    const { code } = JSON.parse(await answer.text())
    expect(['must_add_factor', 'forbidden'], endpoint.path).toContain(code)
  }
  expect(open.toSorted()).toEqual([
    'GET /account/factors',
    'GET /auth/me',
    'GET /auth/session',
    'POST /account/factors/passkey',
    'POST /account/factors/passkey/begin',
    'POST /account/factors/totp',
    'POST /account/factors/totp/begin',
    'POST /account/language',
    'POST /auth/logout',
    'POST /auth/session',
  ])
  await addApp(server, enrolled)
  expect(await standing(server, token)).toMatchObject({ code: 'open' })
  expect((await server.get('/api/auth/me', { token })).text).not.toContain('factor')
})

test('14 days count from the policy or from the creation of the user, whichever is later', async () => {
  await using server = await createTestServer()
  const organizationId = await makeOrganization(server)
  const early = await makeUser(server, { organizationId })
  server.clock.pass(dayMs)
  await setPolicy(server, 'required_in_14_days', organizationId)
  const set = server.clock().getTime()
  server.clock.pass(3 * dayMs)
  const late = await makeUser(server, { organizationId })
  const dueAt = (ms: number) => ({ factor_due_at: new Date(ms + 14 * dayMs).toISOString() })
  const standingOf = async (user: { readonly id: string }) =>
    standing(server, await makeSession(server, user))
  expect(await standingOf(early)).toMatchObject({ me: dueAt(set), code: 'open' })
  expect(await standingOf(late)).toMatchObject({ me: dueAt(set + 3 * dayMs), code: 'open' })
  server.clock.pass(11 * dayMs - 1)
  expect(await standingOf(early)).toMatchObject({ code: 'open' })
  server.clock.pass(1)
  expect(await standingOf(early)).toMatchObject({ code: 'must_add_factor' })
  expect(await standingOf(late)).toMatchObject({ code: 'open' })
  const strangers = await makeUser(server)
  expect((await standingOf(strangers)).me).not.toHaveProperty('factor_due_at')
})

test('the policy of super admins holds for them, and that of their organization does not', async () => {
  await using server = await createTestServer()
  const { admin, token } = await makeAdmin(server)
  await setPolicy(server, 'required', admin.organizationId)
  const employee = await makeUser(server, { organizationId: admin.organizationId })
  expect(await standing(server, await token())).toMatchObject({ code: 'open' })
  await setPolicy(server, 'required')
  expect(await standing(server, await token())).toMatchObject({ code: 'must_add_factor' })
  await server.database
    .deleteFrom('factor_policies')
    .where('subject', '!=', 'super_admins')
    .execute()
  const theirs = await makeSession(server, employee)
  expect(await standing(server, theirs)).toMatchObject({ code: 'open' })
})

test('the last second factor stays while a policy requires one', async () => {
  await using server = await createTestServer()
  const enrolled = await makeEnrollable(server)
  const { user, token } = enrolled
  const { id } = await addPasskey(server, enrolled)
  const app = await addApp(server, enrolled)
  await setPolicy(server, 'required_in_14_days', user.organizationId)
  await setPolicy(server, 'required', user.organizationId)
  const body = { current_password: password }
  const remove = (factor: string | number | undefined) =>
    server.post(`/api/account/factors/${factor}/remove`, { token, body })
  expect((await remove(id)).status).toBe(200)
  const last = await remove(app.id)
  expect([last.status, last.code]).toEqual([409, 'factor_required'])
  const rows = server.database.selectFrom('recovery_codes').selectAll()
  expect(await rows.execute()).toHaveLength(10)
  await setPolicy(server, 'required_in_14_days', user.organizationId)
  expect((await remove(app.id)).status).toBe(200)
})

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
  const { username, organization_id } = await findUser(server, { id })
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
  expect(await server.acts('factors-reset')).toMatchObject([
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

const publicUrl = 'https://aman.firm.example'
const complete = { hasKey: true, publicUrl, linkOrigin: publicUrl }
const key = 'SECRETS_KEY'
const passkeys = 'PUBLIC_URL with https and a name'
const signOn = 'PUBLIC_URL'
const links = 'PUBLIC_URL and SMTP_URL'

test.each([
  [{}, []],
  [{ hasKey: false }, [key]],
  [{ publicUrl: 'http://aman.firm.example' }, [passkeys]],
  [{ publicUrl: 'https://192.0.2.1' }, [passkeys]],
  [{ linkOrigin: null }, [links]],
  [{ publicUrl: null, linkOrigin: null }, [passkeys, signOn, links]],
  [{ hasKey: false, publicUrl: null, linkOrigin: null }, [key, passkeys, links]],
] as const)('with %j a server names the settings that are missing', (settings, needs) => {
  expect(notOffered({ ...complete, ...settings }).map((left) => left.needs)).toEqual(needs)
})
