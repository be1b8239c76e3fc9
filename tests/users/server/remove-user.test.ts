import { sql } from 'kysely'
import { expect } from 'vitest'
import { auditActions } from '../../../contract/audit/audit-action.ts'
import { newId } from '../../../server/database/id.ts'
import { tablesInOrder } from '../../../server/database/opening/copy-database.ts'
import type { Database } from '../../../server/database/tables/tables.ts'
import { renewRecoveryCodes } from '../../../server/sign-in/factors/change-factors.ts'
import { insertFactor } from '../../../server/sign-in/factors/factors.ts'
import { anonymizeUser } from '../../../server/users/removed-users.ts'
import { prepareCommand } from '../../support/commands/prepare-command.ts'
import { insertRow } from '../../support/server/earlier-database.ts'
import { signIn } from '../../support/server/request.ts'
import { createTestServer, visitHousekeeping } from '../../support/server/server.ts'
import { test } from '../../support/server/server-test.ts'
import { createTestDatabase } from '../../support/server/test-database.ts'
import { rowsOfEveryTable } from '../../support/worlds/every-table.ts'
import { makeSession, makeUser, signInAdmin } from '../../support/worlds/factories.ts'
import { reportScans } from '../../support/worlds/mail-factories.ts'

test('a removed user is gone, with sessions', {
  tags: ['R346', 'R361'],
}, async ({ server, adminToken: token }) => {
  const user = await makeUser(server, { full_name: 'Rania Haddad', password: 'violet kettle drum' })
  const theirs = await makeSession(server, user)
  const login = { username: user.username, password: 'violet kettle drum' }
  expect((await server.get('/api/auth/me', { token: theirs })).status).toBe(200)

  const answer = await server.delete(`/api/admin/users/${user.id}`, { token })
  expect(answer.body).toEqual({ success: true })
  expect((await server.get('/api/auth/me', { token: theirs })).status).toBe(401)
  expect((await server.post('/api/auth/login', { body: login })).status).toBe(401)
  const again = await server.delete(`/api/admin/users/${user.id}`, { token })
  expect(again).toMatchObject({ status: 404, detail: 'There is no such user' })
})

test('what was billed stays, and the audit entry contains only the id', {
  tags: ['R361'],
}, async ({ server, admin, adminToken: token }) => {
  const user = await makeUser(server, { full_name: 'Rania Haddad' })
  await reportScans(server, user, [{ threat_level: 'malicious' }, {}])
  await server.delete(`/api/admin/users/${user.id}`, { token })
  const summary = await server.get('/api/admin/dashboard', { token })
  expect(summary.body).toMatchObject({ total_users: 1, total_scans: 2, total_revenue: 0.2 })
  const lines = await server.acts()
  expect(lines).toMatchObject([
    { action: 'user-remove', actor_id: admin.id, target_type: 'user', target_id: user.id },
  ])
  const words = JSON.stringify(lines)
  for (const personal of [user.username, user.email, 'Rania']) expect(words).not.toContain(personal)
})

test('a removed user is notified by mail', { tags: ['R347'] }, async ({ server }) => {
  const { token } = await signInAdmin(server)
  const user = await makeUser(server, { full_name: 'Rania Haddad' })
  await server.delete(`/api/admin/users/${user.id}`, { token })
  const mails = await server.database.selectFrom('mails').selectAll().execute()
  expect(mails).toHaveLength(1)
  expect(mails[0]).toMatchObject({ recipient: user.email, attempts: 0, sent_at: null })
  expect(mails[0]?.subject).toMatch(/removed/)
  expect(mails[0]?.body).toMatch(/^Hello Rania Haddad,/)
})

test('super admins cannot remove themselves', { tags: ['R345'] }, async ({ server }) => {
  const { admin, token } = await signInAdmin(server)
  await makeUser(server, { role: 'super_admin' })
  const answer = await server.delete(`/api/admin/users/${admin.id}`, { token })
  expect(answer.status).toBe(409)
  expect(answer.detail).toBe('You cannot remove yourself from the system!')
  expect((await server.get('/api/auth/me', { token })).status).toBe(200)
})

test('of two super admins who remove each other at once, one remains', async ({ server }) => {
  const [one, other] = [await signInAdmin(server), await signInAdmin(server)]
  const answers = await Promise.all([
    server.delete(`/api/admin/users/${one.admin.id}`, { token: other.token }),
    server.delete(`/api/admin/users/${other.admin.id}`, { token: one.token }),
  ])
  const [done, refused] = answers.map(({ status }) => status).toSorted()
  expect(done).toBe(200)
  // 401 when the user is removed before the session check.
  expect([401, 409]).toContain(refused)
  const left = server.database.selectFrom('users').select('id').where('role', '=', 'super_admin')
  expect(await left.execute()).toHaveLength(1)
})

test('a removed user cannot be found while their mail is still being deleted', {
  tags: ['R361'],
}, async ({ server, admin, adminToken: token }) => {
  const user = await makeUser(server, { full_name: 'Rania Haddad', username: 'rania' })
  await reportScans(server, user, [{ threat_level: 'malicious' }, {}])
  await anonymizeUser(server.database, user.id, server.clock())

  expect((await server.get('/api/admin/users', { token })).body).toMatchObject([{ id: admin.id }])
  expect((await server.delete(`/api/admin/users/${user.id}`, { token })).status).toBe(404)
  const fields = {
    username: 'rania',
    email: user.email,
    full_name: 'Another Rania',
    role: 'employee',
    organization_id: user.organizationId,
    password: '',
  }
  const change = { ...fields, id: user.id }
  const changed = await server.post('/api/admin/users/detailed', { token, body: change })
  expect(changed.status).toBe(404)
  const body = { ...fields, password: 'violet kettle drum' }
  expect((await server.post('/api/admin/users/detailed', { token, body })).status).toBe(200)
  const kept = await server.database.selectFrom('users').selectAll().execute()
  // The text for searches is folded.
  expect(JSON.stringify(kept).toLowerCase()).not.toContain('rania haddad')
})

test('a removal that a killed server left unfinished is completed at the next start', {
  tags: ['R361'],
}, async ({ server, user }) => {
  const other = await makeUser(server)
  await reportScans(server, other, [{}])
  await reportScans(server, user, [{}, {}])
  await anonymizeUser(server.database, user.id, server.clock())
  await visitHousekeeping(server.services)
  const scans = await server.database.selectFrom('scans').select('user_id').execute()
  expect(scans).toEqual([{ user_id: other.id }])
  const users = await server.database.selectFrom('users').select('id').execute()
  expect(users).toEqual([{ id: other.id }])
})

/** The columns, as `table.column`, that hold one of these texts. */
async function columnsWith(database: Database, texts: readonly string[]): Promise<string[]> {
  const found = new Set<string>()
  for (const { name } of await database.introspection.getTables()) {
    const { rows } = await sql<Record<string, unknown>>`select * from ${sql.table(name)}`.execute(
      database,
    )
    for (const [column, value] of rows.flatMap((row) => Object.entries(row))) {
      const content = String(value).toLowerCase()
      if (texts.some((text) => content.includes(text))) found.add(`${name}.${column}`)
    }
  }
  return [...found].toSorted()
}

test('of a removed user nothing stays in any table but ids in the audit trail, and mail that is being sent', async () => {
  await using server = await createTestServer()
  const { database } = server
  const { admin, token } = await signInAdmin(server)
  const rows = await rowsOfEveryTable(server.clock())
  for (const table of tablesInOrder) await insertRow(database, { table, row: rows[table] })
  const { id, username_key } = rows.users
  const row = { ...rows.login_failures, id: newId(), username_key, address: '203.0.113.9' }
  await insertRow(database, { table: 'login_failures', row })
  const acts = [
    { actor_id: id, target_id: null },
    { actor_id: null, actor_role: 'nobody', target_id: id },
    { actor_id: admin.id, target_id: id, address: '198.51.100.7' },
  ]
  for (const action of auditActions) {
    for (const act of acts) {
      const entry = { ...rows.audit, address: '203.0.113.9', ...act, id: newId(), action }
      await insertRow(database, { table: 'audit', row: entry })
    }
  }
  const theirs = [id, 'rania', 'haddad', '555 0101', '203.0.113.9', 'accounts@olive.example']
  await server.delete(`/api/admin/users/${id}`, { token })
  expect(await columnsWith(database, theirs)).toEqual([
    'audit.actor_id',
    'audit.target_id',
    // The notice of the removal, and earlier mail for a day.
    'mails.body',
    'mails.recipient',
    // That the user was removed, by the id.
    'webhook_deliveries.body',
  ])
  const others = database.selectFrom('audit').selectAll().where('address', '=', '198.51.100.7')
  expect(await others.execute()).toHaveLength(auditActions.length)
})

const run = prepareCommand('reset-password')

function resetPassword(url: string, ...options: string[]) {
  return run({ environment: { DATABASE_URL: url } }, ...options)
}

test('resetting a password removes the old one, sessions, known browsers and the lock', async () => {
  await using database = await createTestDatabase()
  await using server = await createTestServer({ address: database.address })
  const old = 'violet kettle drum'
  const user = await makeUser(server, { username: 'Rania', password: old })
  const other = await makeUser(server)
  const address = '192.0.2.7'
  expect((await signIn(server, 'rania', old, address)).status).toBe(200)
  const [session, foreign] = [await makeSession(server, user), await makeSession(server, other)]
  for (let at = 0; at < 5; at += 1) await signIn(server, 'rania', 'wrong', address)

  const { stdout } = await resetPassword(database.url, ' RANIA')
  const password = /^New password of Rania, shown only once: (\S{43})\n$/.exec(stdout)?.[1] ?? ''
  // A server caches a sign-in lock for some seconds.
  server.clock.pass(5000)
  expect((await signIn(server, 'rania', old, address)).status).toBe(401)
  expect((await signIn(server, 'rania', password, address)).status).toBe(200)
  expect((await server.get('/api/auth/me', { token: session })).status).toBe(401)
  expect((await server.get('/api/auth/me', { token: foreign })).status).toBe(200)
  const devices = server.database.selectFrom('known_devices').selectAll().execute()
  expect(await devices).toHaveLength(1)
  expect(await server.acts('password-reset')).toMatchObject([
    { actor_role: 'operator', target_id: user.id, detail: '' },
  ])
})

test('second factors stay unless the operator says that they are lost', async () => {
  await using database = await createTestDatabase()
  await using server = await createTestServer({ address: database.address })
  const users = [await makeUser(server, { username: 'rania' }), await makeUser(server)]
  for (const { id } of users) {
    const factor = { user_id: id, kind: 'totp', name: 'Phone', sealed_secret: 'sealed' } as const
    await insertFactor(server.services, factor)
    await renewRecoveryCodes(server.database, id)
  }
  const owners = async () => {
    const [factors, codes] = await Promise.all([
      server.database.selectFrom('second_factors').select('user_id').execute(),
      server.database.selectFrom('recovery_codes').select('user_id').distinct().execute(),
    ])
    return [...factors, ...codes].map(({ user_id }) => user_id).toSorted()
  }
  const both = users.flatMap(({ id }) => [id, id]).toSorted()
  expect((await resetPassword(database.url, 'rania')).stdout).not.toContain('factors')
  expect(await owners()).toEqual(both)
  const { stdout } = await resetPassword(database.url, 'rania', '--factors')
  expect(stdout).toMatch(/\nSecond factors removed: 1\n$/)
  expect(await owners()).toEqual([users[1]?.id, users[1]?.id])
  expect(await server.acts('password-reset')).toMatchObject([
    { detail: '' },
    { detail: 'with second factors' },
  ])
})
