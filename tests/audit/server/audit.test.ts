import { expect, test } from 'vitest'
import { listAuditEndpoint } from '../../../contract/audit/list-audit.ts'
import { dayMs } from '../../../server/core/clock.ts'
import { runHousekeeping } from '../../../server/housekeeping.ts'
import { createPasskey } from '../../support/browser/passkey.ts'
import { createTestServer, type TestServer } from '../../support/server/server.ts'
import { signInAdmin } from '../../support/worlds/admin.ts'
import { makeOrganization, makeSession, makeUser } from '../../support/worlds/factories.ts'
import { openBrowser } from '../../support/worlds/factors.ts'

const password = 'violet kettle drum'

async function readAudit(server: TestServer, token: string, query = '') {
  return (await server.get(`/api/admin/audit${query}`, { token })).output(listAuditEndpoint)
}

/** Sends a request from an address, like a listening server. */
function sendFrom(server: TestServer, path: string, body: unknown, token?: string) {
  const authorization = token === undefined ? {} : { authorization: `Bearer ${token}` }
  return server.app.request(
    path,
    {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...authorization },
      body: JSON.stringify(body),
    },
    { incoming: { socket: { remoteAddress: '192.0.2.7' } } },
  )
}

test('sign-ins, failed ones, consents and sign-outs are recorded with user, time and address', async () => {
  await using server = await createTestServer()
  const { token } = await signInAdmin(server)
  const user = await makeUser(server, { username: 'rania', password, consented: false })
  const login = '/api/auth/login'
  await sendFrom(server, login, { username: 'rania', password: 'a wrong password' })
  await sendFrom(server, login, { username: 'my secret password', password })
  const answer = await sendFrom(server, login, { username: 'rania', password })
  const { access_token: theirs } = await answer.json()
  await sendFrom(server, '/api/users/consent', {}, theirs)
  await sendFrom(server, '/api/users/consent', {}, theirs)
  await sendFrom(server, '/api/auth/logout', {}, theirs)
  const entries = await readAudit(server, token)
  const shared = {
    id: expect.any(String),
    at: server.clock().toISOString(),
    target_type: 'user',
    address: '192.0.2.7',
    detail: '',
    target_name: 'Test Person',
    organization_id: user.organizationId,
    organization_name: expect.any(String),
  }
  const rania = {
    ...shared,
    actor_id: user.id,
    actor_role: 'employee',
    target_id: user.id,
    actor_name: 'Test Person',
  }
  const noUser = {
    ...shared,
    ...{ actor_id: null, actor_role: 'nobody', actor_name: null, action: 'failed-sign-in' },
  }
  const unknown = { target_id: null, target_name: null, organization_id: null }
  expect(entries).toEqual([
    { ...rania, action: 'logout' },
    { ...rania, action: 'consent' },
    { ...rania, action: 'sign-in' },
    { ...noUser, ...unknown, organization_name: null },
    { ...noUser, target_id: user.id },
  ])
})

test('changes are recorded with old and new values for rights, and with names for other fields', async () => {
  await using server = await createTestServer()
  const { admin, token } = await signInAdmin(server)
  await server.post('/api/flags/add', { token, body: { flag_type: 'red', value: 'spam.example' } })
  const flag = await server.database.selectFrom('flags').select('id').executeTakeFirstOrThrow()
  await server.delete(`/api/flags/remove/${flag.id}`, { token })
  const organization = { name: 'Cedar', industry: 'other', contact_email: 'office@cedar.example' }
  await server.post('/api/admin/organizations/detailed', { token, body: organization })
  const form = {
    username: 'rania',
    email: 'rania@cedar.example',
    full_name: 'Rania Haddad',
    role: 'employee',
    organization_id: await makeOrganization(server),
    password,
  }
  const save = '/api/admin/users/detailed'
  await server.post(save, { token, body: form })
  const { id } = await server.database
    .selectFrom('users')
    .select('id')
    .where('username', '=', 'rania')
    .executeTakeFirstOrThrow()
  const change = { ...form, id, role: 'team_lead', password: 'another long sentence' }
  await server.post(save, { token, body: change })
  const organization_id = await makeOrganization(server)
  const move = { ...change, password: '', organization_id, is_active: false, phone: '0790000000' }
  await server.post(save, { token, body: move })
  await server.delete(`/api/admin/users/${id}`, { token })
  const entries = await readAudit(server, token)
  expect(entries.every((entry) => entry.actor_id === admin.id)).toBe(true)
  const lines = entries.map((entry) => [
    entry.action,
    entry.target_type,
    entry.target_id,
    entry.detail,
  ])
  expect(lines).toEqual([
    ['user-remove', 'user', id, ''],
    [
      'user-change',
      'user',
      id,
      `organization_id from ${form.organization_id} to ${organization_id}, phone, is_active from true to false`,
    ],
    ['user-change', 'user', id, 'role from employee to team_lead, password'],
    ['user-create', 'user', id, 'employee'],
    ['organization-create', 'organization', expect.any(String), ''],
    ['flag-remove', 'flag', flag.id, ''],
    ['flag-add', 'flag', flag.id, 'red'],
  ])
  // Names are looked up for the answer; the trail itself has none.
  const kept = await server.database.selectFrom('audit').selectAll().execute()
  expect(JSON.stringify(kept)).not.toMatch(/rania|cedar|spam|sentence|0790000000/i)
  expect(JSON.stringify(entries)).not.toMatch(/rania|spam|sentence|0790000000/i)
})

test('a denied call is recorded once an hour for each user and call', async () => {
  await using server = await createTestServer()
  const { token } = await signInAdmin(server)
  const user = await makeUser(server)
  const theirs = await makeSession(server, user)
  const tryAll = async () => {
    const answers = await Promise.all([
      ...Array.from({ length: 100 }, () =>
        sendFrom(server, '/api/admin/users/detailed', {}, theirs),
      ),
      server.get('/api/admin/users?q=rania', { token: theirs }),
      server.delete(`/api/admin/users/${user.id}`, { token: theirs }),
    ])
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([403]))
  }
  await tryAll()
  server.clock.pass(59 * 60_000)
  await tryAll()
  const shared = {
    actor_id: user.id,
    actor_role: 'employee',
    action: 'refused',
    target_type: 'call',
    target_id: null,
  }
  const first = await readAudit(server, token)
  expect(first.toSorted((a, b) => a.detail.localeCompare(b.detail))).toMatchObject([
    { ...shared, detail: 'DELETE /admin/users/:id' },
    { ...shared, detail: 'GET /admin/users' },
    { ...shared, detail: 'POST /admin/users/detailed', address: '192.0.2.7' },
  ])
  expect(JSON.stringify(first)).not.toContain('rania')
  const other = await makeSession(server, await makeUser(server, { role: 'team_lead' }))
  await server.get('/api/admin/users', { token: other })
  expect(await readAudit(server, token)).toHaveLength(4)
  server.clock.pass(60_000)
  await server.get('/api/admin/users', { token: theirs })
  expect(await readAudit(server, token)).toHaveLength(5)
})

test('failed sign-ins with a name and with a passkey that no user has are deleted after 30 days', async () => {
  await using server = await createTestServer()
  await server.post('/api/auth/login', { body: { username: 'another name', password } })
  const browser = openBrowser(server)
  const { challenge, options } = await browser.askPasskey()
  const signed = createPasskey().sign(options, undefined)
  expect((await browser.showPasskey(challenge, signed)).code).toBe('wrong_passkey')
  const left = async () => {
    await runHousekeeping(server.services)
    const rows = await server.database.selectFrom('audit').select('action').orderBy('id').execute()
    return rows.map(({ action }) => action)
  }
  server.clock.pass(30 * dayMs - 1)
  expect(await left()).toEqual(['failed-sign-in', 'failed-second-factor'])
  server.clock.pass(1)
  expect(await left()).toEqual([])
})
