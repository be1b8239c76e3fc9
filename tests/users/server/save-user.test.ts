import { expect } from 'vitest'
import { createTestServer, type TestServer } from '../../support/server/server.ts'
import { test } from '../../support/server/server-test.ts'
import { findUser, makeUser, signInAdmin, signInUser } from '../../support/worlds/factories.ts'
import { makeForm, password, savePath, signIn } from '../../support/worlds/save-user.ts'

test('a super admin creates a user, who then signs in', { tags: ['R362'] }, async ({ server }) => {
  const { token } = await signInAdmin(server)
  const body = await makeForm(server)
  const answer = await server.post(savePath, { token, body })
  expect(answer.body).toEqual({ success: true, id: expect.any(String) })
  expect(await signIn(server, 'rania', password)).toBe(200)
  expect(await findUser(server, { username: 'rania' })).toMatchObject({
    email: 'rania@firm.example',
    full_name: 'Rania Haddad',
    role: 'employee',
    organization_id: body.organization_id,
    department: 'Payments',
    is_active: 1,
    consented_at: null,
  })
})

test('only a super admin may belong to no organization', async ({ server, adminToken: token }) => {
  const body = await makeForm(server, { role: 'super_admin', organization_id: null })
  expect((await server.post(savePath, { token, body })).status).toBe(200)
  const { id } = await findUser(server, { username: 'rania' })
  const next = 'another long sentence'
  const change = { ...body, id, password: next }
  expect((await server.post(savePath, { token, body: change })).status).toBe(200)
  expect(await signIn(server, 'rania', next)).toBe(200)
  const demotion = { ...change, role: 'team_lead' }
  expect(await server.post(savePath, { token, body: demotion })).toMatchObject({
    status: 422,
    detail: 'organization_id: is missing',
  })
})

test('an edit changes the user with the id, and a blank password keeps the current one', {
  tags: ['R362'],
}, async ({ server, adminToken: token }) => {
  const user = await makeUser(server, { username: 'before', password })
  const form = await makeForm(server, { id: user.id, username: 'after', role: 'team_lead' })
  const answer = await server.post(savePath, { token, body: { ...form, password: '' } })
  expect(answer.body).toEqual({ success: true, id: user.id })
  const changed = await findUser(server, { username: 'after' })
  expect(changed).toMatchObject({ id: user.id, role: 'team_lead', email: 'rania@firm.example' })
  expect(await signIn(server, 'after', password)).toBe(200)
  expect(await signIn(server, 'before', password)).toBe(401)
  const { password: _, ...without } = form
  expect((await server.post(savePath, { token, body: without })).status).toBe(200)
  expect(await signIn(server, 'after', password)).toBe(200)
  const next = 'another long sentence'
  expect((await server.post(savePath, { token, body: { ...form, password: next } })).status).toBe(
    200,
  )
  expect(await signIn(server, 'after', password)).toBe(401)
  expect(await signIn(server, 'after', next)).toBe(200)
})

test('a username or email that is taken is rejected by name and overwrites nothing', {
  tags: ['R363'],
}, async ({ server, adminToken: token }) => {
  const taken = await makeUser(server, { username: 'Rania', email: 'taken@firm.example' })
  const before = await findUser(server, { username: 'Rania' })
  const cases = [
    [{ username: 'RANIA' }, 'Another user already has the username RANIA'],
    [
      { email: 'taken@firm.example' },
      'Another user already has the username rania and the email address taken@firm.example',
    ],
  ] as const
  for (const [overrides, detail] of cases) {
    const answer = await server.post(savePath, { token, body: await makeForm(server, overrides) })
    expect(answer).toMatchObject({ status: 409, detail })
  }
  expect(await findUser(server, { username: 'Rania' })).toEqual(before)
  const own = await makeForm(server, { id: taken.id, username: 'rania', password: '' })
  expect((await server.post(savePath, { token, body: own })).status).toBe(200)
})

test.each([{ role: 'team_lead' }, { password: 'another long sentence' }, { is_active: false }])(
  'a change of %j signs the user out',
  async (change) => {
    await using server = await createTestServer()
    const { token } = await signInAdmin(server)
    const { user, token: theirs } = await signInUser(server)
    const form = await makeForm(server, { id: user.id, password: '' })
    await server.post(savePath, { token, body: form })
    expect((await server.get('/api/auth/me', { token: theirs })).status).toBe(200)
    expect((await server.post(savePath, { token, body: { ...form, ...change } })).status).toBe(200)
    expect((await server.get('/api/auth/me', { token: theirs })).status).toBe(401)
    expect((await server.get('/api/auth/me', { token })).status).toBe(200)
  },
)

test('an edit without is_active keeps a user inactive, and one with it reactivates them', async () => {
  await using server = await createTestServer()
  const { token } = await signInAdmin(server)
  const user = await makeUser(server, { is_active: 0 })
  const form = await makeForm(server, { id: user.id })
  await server.post(savePath, { token, body: form })
  expect(await signIn(server, 'rania', password)).toBe(401)
  await server.post(savePath, { token, body: { ...form, is_active: true, password: '' } })
  expect(await signIn(server, 'rania', password)).toBe(200)
})

test('the last active super admin keeps the role', async ({ server, admin, adminToken: token }) => {
  await makeUser(server, { role: 'super_admin', is_active: 0 })
  const body = await makeForm(server, { id: admin.id, role: 'employee', password: '' })
  const answer = await server.post(savePath, { token, body })
  expect(answer.status).toBe(409)
  expect(answer.detail).toMatch('last active super admin')
  await makeUser(server, { role: 'super_admin' })
  expect((await server.post(savePath, { token, body })).status).toBe(200)
})

test.each([
  [{ organization_id: 'unknown' }, 422, 'organization_id: there is no such organization'],
  [{ organization_id: '' }, 422, 'organization_id: there is no such organization'],
  [{ organization_id: undefined }, 422, 'organization_id: is missing'],
  [{ id: 'unknown' }, 404, 'There is no such user'],
  [
    { password: 'Password1234!' },
    422,
    'password: is too easy to guess. This is similar to a commonly used password. Use several unrelated words, or let a password manager make one.',
  ],
  [{ password: 'my name is rania' }, 422, 'password: must not hold the username'],
])(
  '%j is rejected with a message, and no user is created',
  { tags: ['R376'] },
  async (overrides, status, detail) => {
    await using server = await createTestServer()
    const { token } = await signInAdmin(server)
    const answer = await server.post(savePath, { token, body: await makeForm(server, overrides) })
    expect(answer).toMatchObject({ status, detail })
    expect(await server.database.selectFrom('users').select('id').execute()).toHaveLength(1)
  },
)

test('an admin who is made inactive while the password is hashed saves no user', async () => {
  await using server = await createTestServer()
  const [leaver, other] = [await signInAdmin(server), await signInAdmin(server)]
  const hashing = Promise.withResolvers<void>()
  const gate = Promise.withResolvers<void>()
  const { hash } = server.services.passwords
  Object.assign(server.services.passwords, {
    hash: async (...given: Parameters<typeof hash>) => {
      hashing.resolve()
      await gate.promise
      return hash(...given)
    },
  })
  const body = await makeForm(server, { role: 'super_admin' })
  const saving = server.post(savePath, { token: leaver.token, body })
  await hashing.promise
  const status = { ids: [leaver.admin.id], is_active: false }
  await server.post('/api/admin/users/status', { token: other.token, body: status })
  gate.resolve()
  expect((await saving).status).toBe(401)
  const saved = server.database.selectFrom('users').select('id').where('username', '=', 'rania')
  expect(await saved.execute()).toEqual([])
})

const path = '/api/admin/users/status'

function activeUsers({ database }: TestServer) {
  return database.selectFrom('users').select('id').where('is_active', '=', 1).execute()
}

test('a selection of users is deactivated at once, keeps its data and is activated again', async () => {
  await using server = await createTestServer()
  const { token } = await signInAdmin(server)
  const { user, token: first } = await signInUser(server, { username: 'rania', password })
  const { user: other, token: second } = await signInUser(server)
  const sessions = [first, second]
  const ids = [user.id, other.id, user.id]
  const answer = await server.post(path, { token, body: { ids, is_active: false } })
  expect(answer.body).toEqual({ success: true, changed: 2 })
  for (const session of sessions) {
    expect((await server.get('/api/auth/me', { token: session })).status).toBe(401)
  }
  expect(await signIn(server, 'rania', password)).toBe(401)
  expect(await findUser(server, { username: 'rania' })).toMatchObject({
    email: user.email,
    is_active: 0,
  })
  const again = await server.post(path, { token, body: { ids: [user.id], is_active: true } })
  expect(again.body).toEqual({ success: true, changed: 1 })
  expect((await server.get('/api/auth/me', { token: sessions[0] ?? '' })).status).toBe(401)
  expect(await signIn(server, 'rania', password)).toBe(200)
  expect(await server.acts('user-change')).toMatchObject([
    { target_id: user.id, detail: 'is_active from true to false' },
    { target_id: other.id, detail: 'is_active from true to false' },
    { target_id: user.id, detail: 'is_active from false to true' },
  ])
})

test('a selection with an unknown or removed user changes no user', async ({ server }) => {
  const { token } = await signInAdmin(server)
  const [user, removed] = [await makeUser(server), await makeUser(server)]
  await server.delete(`/api/admin/users/${removed.id}`, { token })
  for (const id of ['unknown', removed.id]) {
    const body = { ids: [user.id, id], is_active: false }
    expect(await server.post(path, { token, body })).toMatchObject({ code: 'unknown_user' })
  }
  expect(await activeUsers(server)).toHaveLength(2)
  const none = await server.post(path, { token, body: { ids: [], is_active: false } })
  expect(none.fields).toEqual([{ field: 'ids', code: 'empty', params: {} }])
})

test('super admins cannot deactivate themselves, in the form or in a selection', async () => {
  await using server = await createTestServer()
  const { admin, token } = await signInAdmin(server)
  const other = await makeUser(server, { role: 'super_admin' })
  const body = { ids: [other.id, admin.id], is_active: false }
  expect(await server.post(path, { token, body })).toMatchObject({
    status: 409,
    code: 'own_deactivation',
    detail: 'You cannot make yourself inactive. Ask another super admin to do it.',
  })
  const { username, email, id } = admin
  const form = await makeForm(server, { username, email, id, role: 'super_admin', password: '' })
  const saved = await server.post(savePath, { token, body: { ...form, is_active: false } })
  expect(saved).toMatchObject({ code: 'own_deactivation', fields: [{ field: 'is_active' }] })
  expect(await activeUsers(server)).toHaveLength(2)
})

async function usernamesOf({ database }: TestServer) {
  const rows = await database.selectFrom('users').select('username').execute()
  return rows.map(({ username }) => username).toSorted()
}

test.for([
  ['ad\u200bmin', 409],
  ['admın', 409],
  ['ａｄｍｉｎ', 409],
  ['аdmin', 422],
  ['ad\u0007min', 422],
] as const)('beside admin a user is not created as %j', async ([username, status], { server }) => {
  const { token } = await signInAdmin(server, { username: 'admin' })
  const answer = await server.post(savePath, { token, body: await makeForm(server, { username }) })
  expect(answer.status, answer.text).toBe(status)
  expect(answer.detail).toMatch(/username/)
  expect(await usernamesOf(server)).toEqual(['admin'])
})

test('only one of two usernames in other scripts that look like the same Latin name is created', async () => {
  await using server = await createTestServer()
  const { token } = await signInAdmin(server)
  const form = await makeForm(server, { username: 'сора' })
  expect((await server.post(savePath, { token, body: form })).status).toBe(200)
  const body = { ...form, username: 'copa', email: 'other@firm.example' }
  expect(await server.post(savePath, { token, body })).toMatchObject({
    status: 409,
    detail: 'Another user already has a username that looks like copa',
  })
})

test.for(['дмитрий', 'josé', "o'neill"])(
  '%s is a valid username, stored in one form',
  async (username, { server, adminToken: token }) => {
    const body = await makeForm(server, { username: username.normalize('NFD') })
    const answer = await server.post(savePath, { token, body })
    expect(answer.status, answer.text).toBe(200)
    expect(await usernamesOf(server)).toContain(username.normalize('NFKC'))
  },
)
