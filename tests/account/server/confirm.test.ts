import { expect, test } from 'vitest'
import { listSessionsEndpoint } from '../../../contract/account/own-sessions.ts'
import { isSignedIn } from '../../support/server/clock-jumps.ts'
import { createTestServer, type TestServer } from '../../support/server/server.ts'
import { makeSession, makeUser } from '../../support/worlds/factories.ts'

const minuteMs = 60_000
const password = 'violet kettle drum'
const required = { status: 403, code: 'confirmation_required' }

async function setUp(server: TestServer) {
  const admin = await makeUser(server, { role: 'super_admin', password })
  const employee = await makeUser(server, { username: 'rania' })
  return { admin, employee, token: await makeSession(server, admin) }
}
type Scene = Awaited<ReturnType<typeof setUp>>

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
  const scene = await setUp(server)
  const { token } = scene
  server.clock.pass(10 * minuteMs)
  expect(await call(server, scene)).toMatchObject(required)
  expect(await isSignedIn(server, token)).toBe(true)
  const { employee } = scene
  const users = server.database.selectFrom('users').select(['role', 'removed_at', 'is_active'])
  expect(await users.where('id', '=', employee.id).execute()).toEqual([
    { role: 'employee', removed_at: null, is_active: 1 },
  ])
  expect((await server.post('/api/auth/confirm', { token, body: { password } })).status).toBe(200)
  server.clock.pass(9 * minuteMs)
  expect((await call(server, scene)).status).toBe(200)
})

test('other changes by a super admin need no confirmation', async () => {
  await using server = await createTestServer()
  const { admin, employee, token } = await setUp(server)
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
  const { admin, employee, token } = await setUp(server)
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
  expect(await confirm(password)).toMatchObject({ status: 429, code: 'too_many_sign_ins' })
  const removal = await server.delete(`/api/admin/users/${employee.id}`, { token })
  expect(removal).toMatchObject(required)
  expect((await confirm(password, await makeSession(server, admin))).status).toBe(200)
  const acts = server.database
    .selectFrom('audit')
    .selectAll()
    .where('action', '=', 'failed-confirmation')
  expect(await acts.execute()).toMatchObject(Array(3).fill({ actor_id: admin.id, detail: '' }))
  server.clock.pass(15 * minuteMs)
  expect((await confirm(password)).status).toBe(200)
})

test('a confirmation is that of one session', async () => {
  await using server = await createTestServer()
  const { admin, employee, token } = await setUp(server)
  const other = await makeSession(server, admin)
  server.clock.pass(10 * minuteMs)
  await server.post('/api/auth/confirm', { token: other, body: { password } })
  const removal = await server.delete(`/api/admin/users/${employee.id}`, { token })
  expect(removal).toMatchObject(required)
})
