import { expect, test } from 'vitest'
import { anonymizeUser } from '../../../server/users/removed-users.ts'
import { createTestServer } from '../../support/server/server.ts'
import { visitHousekeeping } from '../../support/visit-housekeeping.ts'
import { signInAdmin } from '../../support/worlds/admin.ts'
import { makeFlag, makeSession, makeUser, reportScans } from '../../support/worlds/factories.ts'

test('a removed user is gone, with sessions, flags and mail', {
  tags: ['R346', 'R361'],
}, async () => {
  await using server = await createTestServer()
  const { token } = await signInAdmin(server)
  const user = await makeUser(server, { full_name: 'Rania Haddad', password: 'violet kettle drum' })
  const theirs = await makeSession(server, user)
  await makeFlag(server, user, { flag_type: 'red', value: 'spam.example' })
  await reportScans(server, user, [{ threat_level: 'malicious' }, {}])
  const body = { username: user.username, password: 'wrong' }
  await server.post('/api/auth/login', { body })
  const login = { username: user.username, password: 'violet kettle drum' }
  expect((await server.get('/api/auth/me', { token: theirs })).status).toBe(200)

  const answer = await server.delete(`/api/admin/users/${user.id}`, { token })
  expect(answer.body).toEqual({ success: true })
  expect((await server.get('/api/auth/me', { token: theirs })).status).toBe(401)
  expect((await server.post('/api/auth/login', { body: login })).status).toBe(401)
  for (const table of ['flags', 'sessions', 'scans', 'scan_totals'] as const) {
    const rows = await server.database
      .selectFrom(table)
      .select('user_id')
      .where('user_id', '=', user.id)
      .execute()
    expect(rows, table).toEqual([])
  }
  const again = await server.delete(`/api/admin/users/${user.id}`, { token })
  expect(again).toMatchObject({ status: 404, detail: 'There is no such user' })
})

test('what was billed stays, and the audit entry contains only the id', {
  tags: ['R361'],
}, async () => {
  await using server = await createTestServer()
  const { admin, token } = await signInAdmin(server)
  const user = await makeUser(server, { full_name: 'Rania Haddad' })
  await reportScans(server, user, [{ threat_level: 'malicious' }, {}])
  await server.delete(`/api/admin/users/${user.id}`, { token })
  const summary = await server.get('/api/admin/dashboard', { token })
  expect(summary.body).toMatchObject({ total_users: 1, total_scans: 2, total_revenue: 0.2 })
  const lines = await server.database.selectFrom('audit').selectAll().execute()
  expect(lines).toMatchObject([
    { action: 'user-remove', actor_id: admin.id, target_type: 'user', target_id: user.id },
  ])
  const words = JSON.stringify(lines)
  for (const personal of [user.username, user.email, 'Rania']) expect(words).not.toContain(personal)
})

test('a removed user is notified by mail', { tags: ['R347'] }, async () => {
  await using server = await createTestServer()
  const { token } = await signInAdmin(server)
  const user = await makeUser(server, { full_name: 'Rania Haddad' })
  await server.delete(`/api/admin/users/${user.id}`, { token })
  const mails = await server.database.selectFrom('mails').selectAll().execute()
  expect(mails).toHaveLength(1)
  expect(mails[0]).toMatchObject({ recipient: user.email, attempts: 0, sent_at: null })
  expect(mails[0]?.subject).toMatch(/removed/)
  expect(mails[0]?.body).toMatch(/^Hello Rania Haddad,/)
})

test('super admins cannot remove themselves', { tags: ['R345'] }, async () => {
  await using server = await createTestServer()
  const { admin, token } = await signInAdmin(server)
  await makeUser(server, { role: 'super_admin' })
  const answer = await server.delete(`/api/admin/users/${admin.id}`, { token })
  expect(answer.status).toBe(409)
  expect(answer.detail).toBe('You cannot remove yourself from the system!')
  expect((await server.get('/api/auth/me', { token })).status).toBe(200)
})

test('of two super admins who remove each other at once, one remains', async () => {
  await using server = await createTestServer()
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
}, async () => {
  await using server = await createTestServer()
  const { admin, token } = await signInAdmin(server)
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
}, async () => {
  await using server = await createTestServer()
  const user = await makeUser(server)
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
