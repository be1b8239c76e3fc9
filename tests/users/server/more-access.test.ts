import { expect, test } from 'vitest'
import { importUsersEndpoint } from '../../../contract/users/import-users.ts'
import { withLinks } from '../../support/browser/links.ts'
import { createTestServer, type TestServer } from '../../support/server/server.ts'
import { until } from '../../support/until.ts'
import { signInAdmin } from '../../support/worlds/admin.ts'
import {
  changeUser,
  makeOrganization,
  makeSession,
  makeUser,
} from '../../support/worlds/factories.ts'
import { signInOrganizationAdmin } from '../../support/worlds/organization-admin.ts'
import { makeForm, savePath } from '../../support/worlds/save-user.ts'

const password = 'violet kettle drum'
const importPath = '/api/admin/users/import'
const statusPath = '/api/admin/users/status'

function usersOf({ database }: TestServer) {
  return database.selectFrom('users').selectAll().orderBy('id').execute()
}

/** A super admin whose proof is ten minutes old, an employee, and a user who is inactive. */
async function setUp(server: TestServer) {
  const { admin, token } = await signInAdmin(server, { username: 'layla', password })
  const { organizationId } = admin
  const samir = await makeUser(server, { username: 'samir', organizationId })
  const hala = await makeUser(server, { username: 'hala', organizationId, is_active: 0 })
  server.clock.pass(10 * 60_000)
  const formOf = ({ id, username, email }: typeof samir, change: object) => ({
    ...{ id, username, email, full_name: 'Test Person', role: 'employee' },
    ...{ organization_id: organizationId, department: '', phone: '', ...change },
  })
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
  return { token, refused, added, formOf, importOf, users: { samir, hala } }
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

test('what gives no more access takes no confirmation', async () => {
  await using server = await createTestServer()
  const { token, added, formOf, importOf, users } = await setUp(server)
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

test('a super admin who loses the role during an import does not finish it', async () => {
  await using server = await createTestServer()
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
