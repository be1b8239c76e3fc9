import { expect } from 'vitest'
import { listSessionsEndpoint } from '../../../contract/account/own-sessions.ts'
import type { Role } from '../../../contract/core/permissions.ts'
import * as calls from '../../../contract/endpoints.ts'
import { importUsersEndpoint } from '../../../contract/users/import-users.ts'
import { prepareData } from '../../../server/first-data.ts'
import { readOwnPasswordRule } from '../../../server/sign-in/passwords/passwords.ts'
import { resetPassword } from '../../../server/users/reset-password.ts'
import { newPassword } from '../../support/browser/links.ts'
import { isSignedIn, signIn as signInPassword } from '../../support/server/request.ts'
import { createTestServer, type TestServer } from '../../support/server/server.ts'
import { test } from '../../support/server/server-test.ts'
import {
  findUser,
  makeOrganization,
  makeSession,
  makeUser,
  signInAdmin,
  signInUser,
} from '../../support/worlds/factories.ts'
import { makeForm, password, savePath, signIn } from '../../support/worlds/save-user.ts'

const asking = { services: { asksForOwnPassword: true } }

async function createByAdmin(server: TestServer) {
  const { token } = await signInAdmin(server)
  await server.post(savePath, { token, body: await makeForm(server, { role: 'super_admin' }) })
  const user = await findUser(server, { username: 'rania' })
  return { user, token: await makeSession(server, user), admin: token }
}

test('a user with a password that an admin set can do nothing but set another one', async () => {
  await using server = await createTestServer(asking)
  const { token } = await createByAdmin(server)
  expect(await signIn(server, 'rania', password)).toBe(200)
  expect((await server.get('/api/auth/me', { token })).body).toMatchObject({
    must_change_password: true,
  })
  const closed = Object.values(calls).filter((endpoint) => {
    const opening = 'isOpenWhileRestricted' in endpoint ? endpoint.isOpenWhileRestricted : undefined
    const isOpen = opening === true || opening === 'own-password'
    // No super admin manages one organization alone.
    return (
      !/^(?:public|manage:own-organization|.*gateway|joined-browser)$/.test(endpoint.access) &&
      !isOpen
    )
  })
  expect(closed.length).toBeGreaterThan(20)
  for (const endpoint of closed) {
    const answer = await server.app.request(`/api${endpoint.path}`, {
      method: endpoint.method,
      headers: { authorization: `Bearer ${token}` },
    })
    expect(answer.status, endpoint.path).toBe(403)
    expect(await answer.json()).toMatchObject({ code: 'must_change_password' })
  }
  const own = { current_password: password, password: 'quiet zebra juggles lanterns' }
  expect((await server.post('/api/account/password', { token, body: own })).status).toBe(200)
  expect((await server.get('/api/auth/me', { token })).text).not.toContain('must_change')
  expect((await server.get('/api/dashboard/employee', { token })).status).toBe(200)
})

test('an admin is not asked for a password that they set themselves, and existing users never', async () => {
  await using server = await createTestServer(asking)
  const { token, admin } = await signInAdmin(server)
  const form = await makeForm(server, {
    id: admin.id,
    username: admin.username,
    email: admin.email,
    role: 'super_admin',
  })
  expect((await server.post(savePath, { token, body: form })).status).toBe(200)
  expect((await server.get('/api/auth/me', { token })).text).not.toContain('must_change')
  const { user, token: theirs } = await signInUser(server, { password })
  expect((await server.get('/api/dashboard/employee', { token: theirs })).status).toBe(200)
  await resetPassword(server.services, user.username)
  const after = await makeSession(server, user)
  expect((await server.get('/api/dashboard/employee', { token: after })).status).toBe(403)
})

test('the rule holds in databases that Aman creates, and where the operator sets it', async () => {
  await using server = await createTestServer()
  const { database } = server
  expect(await readOwnPasswordRule(database, null)).toBe(false)
  expect(await readOwnPasswordRule(database, true)).toBe(true)
  await prepareData(server.services, 'production', { password, passwordFile: '' })
  expect(await readOwnPasswordRule(database, null)).toBe(true)
  expect(await readOwnPasswordRule(database, false)).toBe(false)
  expect(await findUser(server, { username: 'admin' })).toMatchObject({ must_change_password: 0 })
})

const current = 'correct horse battery'
const next = 'quiet harbour lantern maps'

const signedIn = (server: TestServer) =>
  signInUser(server, { username: 'rania', password: current })

function change(server: TestServer, token: string, given = current, password = next) {
  return server.post('/api/account/password', {
    token,
    body: { current_password: given, password },
  })
}

test('users change their own password, and all their other sessions end', async ({ server }) => {
  const { user, token } = await signedIn(server)
  const other = await makeSession(server, user)
  const { token: theirs } = await signInUser(server, { organizationId: user.organizationId })
  expect(await change(server, token)).toMatchObject({ status: 200, body: { success: true } })
  expect((await server.get('/api/auth/me', { token })).status).toBe(200)
  expect((await server.get('/api/auth/me', { token: other })).status).toBe(401)
  expect((await server.get('/api/auth/me', { token: theirs })).status).toBe(200)
  expect((await signInPassword(server, 'rania', current, '192.0.2.1')).status).toBe(401)
  expect((await signInPassword(server, 'rania', next, '192.0.2.1')).status).toBe(200)
  const { body } = await server.get('/api/admin/audit?action=password-change', {
    token: await makeSession(server, await makeUser(server, { role: 'super_admin' })),
  })
  expect(body).toMatchObject([{ actor_id: user.id, target_id: user.id, detail: '' }])
})

test.each([
  ['a wrong current password', 'wrong', next, 'wrong_password', 'current_password'],
  ['the same password again', current, current, 'same_as_current', 'password'],
  [
    'a password that is easy to guess',
    current,
    'passwordpassword',
    'too_easy_to_guess',
    'password',
  ],
])('%s changes nothing and is marked at its field', async (...given) => {
  const [, old, password, code, field] = given
  await using server = await createTestServer()
  const { user, token } = await signedIn(server)
  const other = await makeSession(server, user)
  const { status, body } = await change(server, token, old, password)
  expect({ status, body }).toMatchObject({ status: 422, body: { fields: [{ field, code }] } })
  expect((await server.get('/api/auth/me', { token: other })).status).toBe(200)
  expect((await signInPassword(server, 'rania', current, '192.0.2.1')).status).toBe(200)
})

test('wrong current passwords are limited for the session, whatever strangers do', async () => {
  await using server = await createTestServer({ limits: { signInFailuresPerUsername: 3 } })
  const { user, token } = await signedIn(server)
  const other = await makeSession(server, user)
  for (let at = 0; at < 4; at += 1) await signInPassword(server, 'rania', 'wrong', '203.0.113.9')
  expect((await signInPassword(server, 'rania', current, '203.0.113.9')).status).toBe(429)
  for (let at = 0; at < 3; at += 1) {
    expect((await change(server, token, 'wrong')).status).toBe(422)
  }
  expect(await change(server, token)).toMatchObject({
    status: 429,
    body: { code: 'too_many_sign_ins' },
  })
  expect((await change(server, other)).status).toBe(200)
})

const passwordOldProof = 'violet kettle drum'
const required = { status: 403, code: 'confirmation_required' }

/** A super admin whose proof is ten minutes old, and another user. */
async function setUp(server: TestServer) {
  const make = async (username: string, role: Role) => {
    return { ...(await makeUser(server, { username, role, password: passwordOldProof })), role }
  }
  const admin = await make('rania', 'super_admin')
  const employee = await make('samir', 'employee')
  const token = await makeSession(server, admin)
  server.clock.pass(10 * 60_000)
  const save = (user: typeof admin, change: object) => {
    const { id, username, email, organizationId, role } = user
    const fields = { full_name: 'Changed', department: '', phone: '' }
    const body = { ...fields, id, username, email, role, organization_id: organizationId }
    return server.post(savePath, { token, body: { ...body, ...change } })
  }
  const confirm = (given: string) =>
    server.post('/api/auth/confirm', { token, body: { password: given } })
  return { token, save, confirm, users: { admin, employee } }
}

function usersOf({ database }: TestServer) {
  return database.selectFrom('users').selectAll().orderBy('id').execute()
}

const changes = [
  ['password', { password: newPassword }],
  ['email', { email: 'attacker@outside.example' }],
  ['username', { username: 'attacker@outside.example' }],
] as const

test.each([
  ...changes.map((each) => [...each, 'employee'] as const),
  [...changes[1], 'admin'] as const,
])('a change of the %s takes a recent confirmation: %j of the %s', async (_, change, whose) => {
  await using server = await createTestServer()
  const { save, confirm, users } = await setUp(server)
  const before = await usersOf(server)
  expect(await save(users[whose], change)).toMatchObject(required)
  expect(await usersOf(server)).toEqual(before)
  expect((await confirm(passwordOldProof)).status).toBe(200)
  expect((await save(users[whose], change)).status).toBe(200)
})

test('a session with an old proof sets no password with which it then confirms', async () => {
  await using server = await createTestServer()
  const { token, save, confirm, users } = await setUp(server)
  const { admin, employee } = users
  // Other changes come first and last, so that none of them opens the way.
  expect((await save(admin, {})).status).toBe(200)
  expect(await save(admin, { password: newPassword })).toMatchObject(required)
  expect(await save(admin, { password: passwordOldProof })).toMatchObject(required)
  expect((await confirm(newPassword)).code).toBe('wrong_password')
  const remove = () => server.delete(`/api/admin/users/${employee.id}`, { token })
  expect(await remove()).toMatchObject(required)
  expect((await save(admin, { password: '' })).status).toBe(200)
  expect(await remove()).toMatchObject(required)
  expect(await signIn(server, 'rania', newPassword)).toBe(401)
  expect(await signIn(server, 'rania', passwordOldProof)).toBe(200)
})

test('a session with an old proof hands no user over to another organization', async () => {
  await using server = await createTestServer()
  const { save, confirm, users } = await setUp(server)
  const organization_id = await makeOrganization(server)
  const before = await usersOf(server)
  for (const user of [users.employee, users.admin]) {
    expect(await save(user, { organization_id })).toMatchObject(required)
  }
  expect(await save(users.employee, { organization_id, role: 'team_lead' })).toMatchObject(required)
  expect(await usersOf(server)).toEqual(before)
  expect((await confirm(passwordOldProof)).status).toBe(200)
  expect((await save(users.employee, { organization_id })).status).toBe(200)
})

test('an import with an old proof changes what proves nothing, and no email', async () => {
  await using server = await createTestServer()
  const { token, users } = await setUp(server)
  const { username, email } = users.employee
  const row = { username, full_name: 'Samir Khoury', department: 'Payments' }
  for (const [given, outcome] of [
    ['attacker@outside.example', 'conflict'],
    [email, 'changed'],
  ]) {
    const body = { dry_run: false, rows: [{ ...row, line: 2, email: given }] }
    const answer = await server.post('/api/admin/users/import', { token, body })
    expect(answer.output(importUsersEndpoint).rows).toMatchObject([{ outcome }])
  }
  const after = await usersOf(server)
  expect(after.find(({ id }) => id === users.employee.id)).toMatchObject({
    ...{ username, email },
    full_name: 'Samir Khoury',
  })
})

const minuteMs = 60_000
const passwordConfirm = 'violet kettle drum'

async function setUpConfirm(server: TestServer) {
  const admin = await makeUser(server, { role: 'super_admin', password: passwordConfirm })
  const employee = await makeUser(server, { username: 'rania' })
  return { admin, employee, token: await makeSession(server, admin) }
}
type Scene = Awaited<ReturnType<typeof setUpConfirm>>

const fields = { full_name: 'Rania', organization_id: null, department: '', phone: '' }

const sessionOf = async (server: TestServer, token: string) =>
  (await server.get('/api/account/sessions', { token })).output(listSessionsEndpoint).sessions[0]
    ?.id

const guarded: readonly (readonly [
  name: string,
  call: (server: TestServer, scene: Scene) => ReturnType<TestServer['post']>,
])[] = [
  [
    'removing a user',
    (server, { token, employee }) => server.delete(`/api/admin/users/${employee.id}`, { token }),
  ],
  [
    'creating a super admin',
    (server, { token }) => {
      const names = { username: 'second', email: 'second@firm.example', role: 'super_admin' }
      const body = { ...fields, ...names, password: 'quiet harbour lantern maps' }
      return server.post('/api/admin/users/detailed', { token, body })
    },
  ],
  [
    'making a user a super admin',
    (server, { token, employee }) => {
      const { id, username, email } = employee
      const body = { ...fields, id, username, email, role: 'super_admin' }
      return server.post('/api/admin/users/detailed', { token, body })
    },
  ],
  [
    'ending a session',
    async (server, { token }) =>
      server.delete(`/api/account/sessions/${await sessionOf(server, token)}`, { token }),
  ],
  [
    'ending all other sessions',
    (server, { token }) => server.delete('/api/account/sessions', { token }),
  ],
  [
    'issuing a key',
    (server, { token, employee }) =>
      server.post(`/api/admin/organizations/${employee.organizationId}/gateway-keys`, {
        token,
        body: { request_id: 'ab'.repeat(16), scope: 'report', note: '', expires_at: null },
      }),
  ],
]

test.each(guarded)('%s asks for the password again after ten minutes', async (_name, call) => {
  await using server = await createTestServer()
  const scene = await setUpConfirm(server)
  const { token } = scene
  server.clock.pass(10 * minuteMs)
  expect(await call(server, scene)).toMatchObject(required)
  expect(await isSignedIn(server, token)).toBe(true)
  const { employee } = scene
  const users = server.database.selectFrom('users').select(['role', 'removed_at', 'is_active'])
  expect(await users.where('id', '=', employee.id).execute()).toEqual([
    { role: 'employee', removed_at: null, is_active: 1 },
  ])
  expect(
    (await server.post('/api/auth/confirm', { token, body: { password: passwordConfirm } })).status,
  ).toBe(200)
  server.clock.pass(9 * minuteMs)
  expect((await call(server, scene)).status).toBe(200)
})

test('other changes by a super admin need no confirmation', async ({ server }) => {
  const { admin, employee, token } = await setUpConfirm(server)
  server.clock.pass(30 * minuteMs)
  for (const { id, username, email, organizationId, role } of [
    { ...admin, role: 'super_admin' },
    { ...employee, role: 'employee' },
  ]) {
    const body = { ...fields, id, username, email, role, organization_id: organizationId }
    expect((await server.post('/api/admin/users/detailed', { token, body })).status).toBe(200)
  }
})

test('a wrong password confirms nothing, is recorded and limited for the session', async () => {
  await using server = await createTestServer({ limits: { signInFailuresPerUsername: 3 } })
  const { admin, employee, token } = await setUpConfirm(server)
  server.clock.pass(10 * minuteMs)
  const confirm = (given: string, bearer = token) =>
    server.post('/api/auth/confirm', { token: bearer, body: { password: given } })
  for (let at = 0; at < 3; at += 1) {
    expect(await confirm('wrong')).toMatchObject({
      status: 422,
      code: 'wrong_password',
      fields: [{ field: 'password' }],
    })
  }
  expect(await confirm(passwordConfirm)).toMatchObject({ status: 429, code: 'too_many_sign_ins' })
  const removal = await server.delete(`/api/admin/users/${employee.id}`, { token })
  expect(removal).toMatchObject(required)
  expect((await confirm(passwordConfirm, await makeSession(server, admin))).status).toBe(200)
  expect(await server.acts('failed-confirmation')).toMatchObject(
    Array(3).fill({ actor_id: admin.id, detail: '' }),
  )
  server.clock.pass(15 * minuteMs)
  expect((await confirm(passwordConfirm)).status).toBe(200)
})

test('a confirmation is that of one session', async ({ server }) => {
  const { admin, employee, token } = await setUpConfirm(server)
  const other = await makeSession(server, admin)
  server.clock.pass(10 * minuteMs)
  await server.post('/api/auth/confirm', { token: other, body: { password: passwordConfirm } })
  const removal = await server.delete(`/api/admin/users/${employee.id}`, { token })
  expect(removal).toMatchObject(required)
})
