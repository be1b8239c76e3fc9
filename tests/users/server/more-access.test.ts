import { expect } from 'vitest'
import { importUsersEndpoint } from '../../../contract/users/import-users.ts'
import { listUsersEndpoint } from '../../../contract/users/list-users.ts'
import { saveUserEndpoint } from '../../../contract/users/save-user.ts'
import { exportUser } from '../../../server/account/export-user.ts'
import { hashSecret } from '../../../server/core/secrets.ts'
import { lastSecretTo, newPassword, readLink, withLinks } from '../../support/browser/links.ts'
import { createTestServer, type TestServer } from '../../support/server/server.ts'
import { test } from '../../support/server/server-test.ts'
import { until } from '../../support/until.ts'
import {
  changeUser,
  findUser,
  type MadeUser,
  makeOrganization,
  makeSession,
  makeUser,
  signInAdmin,
} from '../../support/worlds/factories.ts'
import { signInOrganizationAdmin } from '../../support/worlds/organization-admin.ts'
import { makeForm, savePath } from '../../support/worlds/save-user.ts'

const password = 'violet kettle drum'
const importPath = '/api/admin/users/import'
const statusPath = '/api/admin/users/status'

function usersOf({ database }: TestServer) {
  return database.selectFrom('users').selectAll().orderBy('id').execute()
}

/** The form of a user with some fields changed. */
const formOf = ({ id, username, email, organizationId }: MadeUser, change: object) => ({
  ...{ id, username, email, full_name: 'Test Person', role: 'employee' },
  ...{ organization_id: organizationId, department: '', phone: '', ...change },
})

/** A super admin whose proof is ten minutes old, an employee, and a user who is inactive. */
async function setUp(server: TestServer) {
  const { admin, token } = await signInAdmin(server, { username: 'layla', password })
  const { organizationId } = admin
  const samir = await makeUser(server, { username: 'samir', organizationId })
  const hala = await makeUser(server, { username: 'hala', organizationId, is_active: 0 })
  server.clock.pass(10 * 60_000)
  const rowOf = ({ username, email }: typeof samir, change: object) => ({
    ...{ username, email, full_name: 'Test Person', ...change },
  })
  const importOf = (...rows: readonly object[]) => ({
    dry_run: false,
    organization_id: organizationId,
    rows: rows.map((row, index) => ({ line: index + 2, ...row })),
  })
  const added = { email: 'new@firm.example', full_name: 'New Person' }
  // More than are written at once.
  const employees = Array.from({ length: 6 }, (_, index) => ({
    ...{ email: `person-${index}@firm.example`, full_name: 'New Person' },
  }))
  const refused: Readonly<Record<string, readonly [path: string, body: object]>> = {
    'raise an employee': [savePath, formOf(samir, { role: 'team_lead' })],
    'create a team lead': [savePath, await makeForm(server, { role: 'team_lead' })],
    'activate in the form': [savePath, formOf(hala, { is_active: true })],
    'activate a selection': [statusPath, { ids: [samir.id, hala.id], is_active: true }],
    'import a team lead': [importPath, importOf(...employees, { ...added, role: 'team_lead' })],
    'raise by an import': [importPath, importOf(...employees, rowOf(samir, { role: 'team_lead' }))],
    'activate by an import': [importPath, importOf(...employees, rowOf(hala, { is_active: true }))],
  }
  return { token, refused, added, importOf, users: { samir, hala } }
}

test.each([
  'raise an employee',
  'create a team lead',
  'activate in the form',
  'activate a selection',
  'import a team lead',
  'raise by an import',
  'activate by an import',
])('to %s takes a recent confirmation, and without it nothing is written', async (act) => {
  await using server = await createTestServer()
  const { token, refused } = await setUp(server)
  const [path, body] = refused[act] ?? ['', {}]
  const before = await usersOf(server)
  const answer = await server.post(path, { token, body })
  expect(answer).toMatchObject({ status: 403, code: 'confirmation_required' })
  expect(await usersOf(server)).toEqual(before)
  await server.post('/api/auth/confirm', { token, body: { password } })
  expect((await server.post(path, { token, body })).status).toBe(200)
  expect(await usersOf(server)).not.toEqual(before)
})

test('what gives no more access takes no confirmation', async ({ server }) => {
  const { token, added, importOf, users } = await setUp(server)
  const { samir } = users
  const dryRun = { ...importOf({ ...added, role: 'team_lead' }), dry_run: true }
  for (const [path, body] of [
    [savePath, await makeForm(server)],
    [savePath, formOf(samir, { full_name: 'Samir Khoury' })],
    [importPath, importOf(added)],
    [importPath, dryRun],
    [statusPath, { ids: [samir.id], is_active: false }],
  ] as const) {
    expect((await server.post(path, { token, body })).status, JSON.stringify(body)).toBe(200)
  }
})

test('an organization admin confirms before a user becomes active, and not before one becomes inactive', async () => {
  await using server = await createTestServer()
  const { organizationId, lead, setStatus } = await signInOrganizationAdmin(server)
  const rania = await makeUser(server, { organizationId })
  server.clock.pass(10 * 60_000)
  expect((await setStatus([rania.id], false)).status).toBe(200)
  const denied = { status: 403, code: 'confirmation_required' }
  expect(await setStatus([rania.id], true)).toMatchObject(denied)
  const token = await makeSession(server, lead)
  const body = { ids: [rania.id], is_active: true }
  expect((await server.post('/api/organization/users/status', { token, body })).status).toBe(200)
})

test('an organization admin who gets another organization during a long call does not invite to it', async () => {
  await using server = await createTestServer(withLinks)
  const { lead, token, organizationId } = await signInOrganizationAdmin(server)
  const other = await makeOrganization(server)
  const mails = server.database.selectFrom('mails').select('id')
  const rows = Array.from({ length: 100 }, (_, index) => ({
    ...{ line: index + 1, email: `person-${index}@cedar.example`, full_name: 'New Person' },
  }))
  const call = server.post('/api/organization/users/invite', { token, body: { rows } })
  expect(await until(async () => (await mails.execute()).length > 0, { everyMs: 1 })).toBe(true)
  await changeUser(server, lead.id, { organization_id: other, managed_organization_id: other })
  expect((await call).status).toBe(403)
  const found = server.database.selectFrom('users').select('organization_id').distinct()
  const invited = found.where('email', 'like', 'person-%@cedar.example')
  expect(await invited.execute()).toEqual([{ organization_id: organizationId }])
  expect((await mails.execute()).length).toBeLessThan(100)
})

test('a super admin who loses the role during an import does not finish it', async ({ server }) => {
  const { admin, token } = await signInAdmin(server)
  await makeUser(server, { role: 'super_admin' })
  const imported = server.database
    .selectFrom('users')
    .select('id')
    .where('email', 'like', 'person-%@cedar.example')
  const body = {
    dry_run: false,
    organization_id: admin.organizationId,
    rows: Array.from({ length: 100 }, (_, index) => ({
      ...{ line: index + 2, email: `person-${index}@cedar.example`, full_name: 'New Person' },
    })),
  }
  const call = server.post(importPath, { token, body })
  const began = async () => (await imported.execute()).length > 0
  expect(await until(began, { everyMs: 1 })).toBe(true)
  const users = server.database.updateTable('users').set({ role: 'employee' })
  await users.where('id', '=', admin.id).execute()
  expect((await call).status).toBe(403)
  expect((await imported.execute()).length).toBeLessThan(100)
  const again = await signInAdmin(server)
  const whole = await server.post(importPath, { token: again.token, body })
  const { rows } = whole.output(importUsersEndpoint)
  expect(new Set(rows.map(({ outcome }) => outcome))).toEqual(new Set(['unchanged', 'new']))
})

async function save(server: TestServer, token: string, user: MadeUser, change: object) {
  const answer = await server.post(savePath, { token, body: formOf(user, change) })
  expect(answer.status, answer.text).toBe(200)
}

async function invited(server: TestServer) {
  const { token } = await signInAdmin(server)
  const user = await makeUser(server, { username: 'rania' })
  const path = `/api/admin/users/${user.id}/invitation`
  expect((await server.post(path, { token })).status).toBe(200)
  return { token, user, path, secret: await lastSecretTo(server, user.email) }
}

test('the link of a user who was inactive does not work again when the user is active', async () => {
  await using server = await createTestServer(withLinks)
  const { token, user, path, secret } = await invited(server)
  const set = (is_active: boolean) =>
    server.post('/api/admin/users/status', { token, body: { ids: [user.id], is_active } })
  expect(await readLink(server, secret)).toBe('200')
  await set(false)
  await set(true)
  expect(await readLink(server, secret)).toBe('404 link_not_valid')
  expect((await server.post(path, { token })).status).toBe(200)
  expect(await readLink(server, await lastSecretTo(server, user.email))).toBe('200')
})

test.each([
  ['another email', { email: 'other@firm.example' }],
  ['been made inactive', { is_active: false }],
])('the invitation of a user who has %s is shown as ended', async (_, change) => {
  await using server = await createTestServer(withLinks)
  const { token, user } = await invited(server)
  server.clock.pass(1000)
  await save(server, token, user, change)
  const { invitation_expires_at } = await findUser(server, { username: 'rania' })
  expect(invitation_expires_at).toBe(server.clock().toISOString())
  expect(await server.database.selectFrom('account_links').select('user_id').execute()).toEqual([])
})

async function openSessionsOf({ database }: TestServer, { id }: MadeUser) {
  const sessions = database.selectFrom('sessions').select('is_single_sign_on')
  const rows = await sessions.where('user_id', '=', id).orderBy('is_single_sign_on').execute()
  return rows.map((row) => (row.is_single_sign_on === 1 ? 'single sign-on' : 'password'))
}

test.for([
  ['without single sign-on', undefined, ['password']],
  ['that allows both', 'optional', ['password']],
  ['with single sign-on only', 'only', []],
] as const)(
  'a move to an organization %s ends the sessions that could not begin there',
  async ([_, mode, left], { server, adminToken: token }) => {
    const user = await makeUser(server)
    const organization_id = await makeOrganization(server)
    if (mode !== undefined) {
      const provider = { issuer: 'https://id.example', client_id: 'aman', sealed_secret: '' }
      const rest = { break_glass_user_id: null, changed_at: server.clock().toISOString() }
      const values = { organization_id, mode, ...provider, ...rest }
      await server.database.insertInto('identity_providers').values(values).execute()
    }
    await makeSession(server, user)
    await makeSession(server, user, { isSingleSignOn: true })
    await save(server, token, user, { full_name: 'Rania Khoury' })
    expect(await openSessionsOf(server, user)).toEqual(['password', 'single sign-on'])
    await save(server, token, user, { organization_id })
    expect(await openSessionsOf(server, user)).toEqual(left)
  },
)

test('an admin who changes the own password in the form of a user stays known in this browser alone', async () => {
  await using server = await createTestServer()
  const admin = await makeUser(server, { role: 'super_admin' })
  const user = await makeUser(server)
  const at = server.clock().toISOString()
  const known = (name: string, { id }: MadeUser) => ({
    ...{ token_hash: hashSecret(name), user_id: id, created_at: at, last_used_at: at },
  })
  await server.database
    .insertInto('known_devices')
    .values([known('here', admin), known('there', admin), known('here', user)])
    .execute()
  const token = await makeSession(server, admin, { deviceHash: hashSecret('here') })
  const devices = server.database.selectFrom('known_devices').select(['token_hash', 'user_id'])
  // The browser of the admin does not stay known for another user.
  await save(server, token, user, { password: newPassword })
  expect(await devices.where('user_id', '=', user.id).execute()).toEqual([])
  await save(server, token, admin, { role: 'super_admin', password: newPassword })
  expect(await devices.execute()).toEqual([{ token_hash: hashSecret('here'), user_id: admin.id }])
})

async function setUpAliases(server: TestServer) {
  const { token } = await signInAdmin(server)
  const form = await makeForm(server)
  const save = (fields: object) => server.post(savePath, { token, body: { ...form, ...fields } })
  const create = async (fields: object) => {
    const answer = await save(fields)
    expect(answer.status, answer.text).toBe(200)
    return String(answer.output(saveUserEndpoint).id)
  }
  const list = async (query = '') => {
    const answer = await server.get(`/api/admin/users${query}`, { token })
    return answer.output(listUsersEndpoint)
  }
  const aliasesOf = async (id: string) => (await list()).find((user) => user.id === id)?.aliases
  return { token, save, create, list, aliasesOf }
}

test('an admin gives a user aliases, which the list of users shows in canonical form', async () => {
  await using server = await createTestServer()
  const { create, save, aliasesOf, list } = await setUpAliases(server)
  const aliases = ['Sales@Firm.example', 'accounts@مثال.example', 'sales@firm.example']
  const id = await create({ aliases: [...aliases, 'RANIA@firm.example'] })
  const shown = ['accounts@xn--mgbh0fb.example', 'sales@firm.example']
  expect(await aliasesOf(id)).toEqual(shown)
  const paged = await list('?limit=5')
  expect(paged.map((user) => user.aliases)).toEqual([[], shown])
  // A client that does not know aliases keeps them.
  expect((await save({ id, password: '' })).status).toBe(200)
  expect(await aliasesOf(id)).toEqual(shown)
  expect((await save({ id, password: '', aliases: [] })).status).toBe(200)
  expect(await aliasesOf(id)).toEqual([])
})

test('no two users share an address, and the answer names the field', async ({ server }) => {
  const { create, save, list } = await setUpAliases(server)
  await create({ aliases: ['sales@firm.example'] })
  const before = await list()
  const other = { username: 'omar', email: 'omar@firm.example' }
  const taken = { status: 409, code: 'taken' }
  expect(await save({ ...other, email: 'Sales@firm.example' })).toMatchObject({
    ...taken,
    params: { email: 'sales@firm.example' },
    fields: [{ field: 'email', code: 'taken' }],
  })
  const aliases = ['free@firm.example', 'RANIA@firm.example', 'sales@firm.example']
  expect(await save({ ...other, aliases })).toMatchObject({
    ...taken,
    params: { aliases: ['rania@firm.example', 'sales@firm.example'] },
    fields: [{ field: 'aliases', code: 'taken' }],
    detail:
      'Another user already has the address rania@firm.example and the address sales@firm.example',
  })
  expect(await list()).toEqual(before)
})

test('a search among users finds aliases, until they are taken away', async ({ server }) => {
  const { create, save, list } = await setUpAliases(server)
  const id = await create({ aliases: ['Purchasing@firm.example'] })
  const found = async () => (await list('?q=purchasing')).map((user) => user.id)
  expect(await found()).toEqual([id])
  expect((await save({ id, password: '', phone: '1' })).status).toBe(200)
  expect(await found()).toEqual([id])
  expect((await save({ id, password: '', aliases: [] })).status).toBe(200)
  expect(await found()).toEqual([])
})

test("a user's export has the aliases, a removal deletes them, and the audit trail names none", async () => {
  await using server = await createTestServer()
  const { token, create, save } = await setUpAliases(server)
  const aliases = ['sales@firm.example']
  const id = await create({ aliases: ['old@firm.example'] })
  expect((await save({ id, password: '', aliases })).status).toBe(200)
  expect(await exportUser(server, 'rania')).toMatchObject({ user: { id, aliases } })
  const audit = await server.database.selectFrom('audit').select('detail').execute()
  expect(audit.map(({ detail }) => detail)).toContain('aliases')
  expect(JSON.stringify(audit)).not.toContain('@')
  expect((await server.delete(`/api/admin/users/${id}`, { token })).status).toBe(200)
  expect(await server.database.selectFrom('user_aliases').selectAll().execute()).toEqual([])
  await create({ username: 'heir', email: 'sales@firm.example' })
})
