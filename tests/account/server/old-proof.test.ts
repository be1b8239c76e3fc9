import { expect, test } from 'vitest'
import type { Role } from '../../../contract/core/permissions.ts'
import { importUsersEndpoint } from '../../../contract/users/import-users.ts'
import { newPassword } from '../../support/browser/links.ts'
import { createTestServer, type TestServer } from '../../support/server/server.ts'
import { makeOrganization, makeSession, makeUser } from '../../support/worlds/factories.ts'
import { savePath, signIn } from '../../support/worlds/save-user.ts'

const password = 'violet kettle drum'
const required = { status: 403, code: 'confirmation_required' }

/** A super admin whose proof is ten minutes old, and another user. */
async function setUp(server: TestServer) {
  const make = async (username: string, role: Role) => {
    return { ...(await makeUser(server, { username, role, password })), role }
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
  expect((await confirm(password)).status).toBe(200)
  expect((await save(users[whose], change)).status).toBe(200)
})

test('a session with an old proof sets no password with which it then confirms', async () => {
  await using server = await createTestServer()
  const { token, save, confirm, users } = await setUp(server)
  const { admin, employee } = users
  // Other changes come first and last, so that none of them opens the way.
  expect((await save(admin, {})).status).toBe(200)
  expect(await save(admin, { password: newPassword })).toMatchObject(required)
  expect(await save(admin, { password })).toMatchObject(required)
  expect((await confirm(newPassword)).code).toBe('wrong_password')
  const remove = () => server.delete(`/api/admin/users/${employee.id}`, { token })
  expect(await remove()).toMatchObject(required)
  expect((await save(admin, { password: '' })).status).toBe(200)
  expect(await remove()).toMatchObject(required)
  expect(await signIn(server, 'rania', newPassword)).toBe(401)
  expect(await signIn(server, 'rania', password)).toBe(200)
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
  expect((await confirm(password)).status).toBe(200)
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
