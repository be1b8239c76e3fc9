import { expect, test } from 'vitest'
import { createTestServer, type TestServer } from '../../support/server/server.ts'
import { signInAdmin } from '../../support/worlds/admin.ts'
import { makeSession, makeUser } from '../../support/worlds/factories.ts'
import { findUser, makeForm, password, savePath, signIn } from '../../support/worlds/save-user.ts'

const path = '/api/admin/users/status'

function activeUsers({ database }: TestServer) {
  return database.selectFrom('users').select('id').where('is_active', '=', 1).execute()
}

test('a selection of users is deactivated at once, keeps its data and is activated again', async () => {
  await using server = await createTestServer()
  const { token } = await signInAdmin(server)
  const user = await makeUser(server, { username: 'rania', password })
  const other = await makeUser(server)
  const sessions = [await makeSession(server, user), await makeSession(server, other)]
  const ids = [user.id, other.id, user.id]
  const answer = await server.post(path, { token, body: { ids, is_active: false } })
  expect(answer.body).toEqual({ success: true, changed: 2 })
  for (const session of sessions) {
    expect((await server.get('/api/auth/me', { token: session })).status).toBe(401)
  }
  expect(await signIn(server, 'rania', password)).toBe(401)
  expect(await findUser(server, 'rania')).toMatchObject({ email: user.email, is_active: 0 })
  const again = await server.post(path, { token, body: { ids: [user.id], is_active: true } })
  expect(again.body).toEqual({ success: true, changed: 1 })
  expect((await server.get('/api/auth/me', { token: sessions[0] ?? '' })).status).toBe(401)
  expect(await signIn(server, 'rania', password)).toBe(200)
  const acts = server.database.selectFrom('audit').select(['target_id', 'detail'])
  expect(await acts.where('action', '=', 'user-change').orderBy('id').execute()).toEqual([
    { target_id: user.id, detail: 'is_active from true to false' },
    { target_id: other.id, detail: 'is_active from true to false' },
    { target_id: user.id, detail: 'is_active from false to true' },
  ])
})

test('a selection with an unknown or removed user changes no user', async () => {
  await using server = await createTestServer()
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
