import { expect } from 'vitest'
import type { auditActions } from '../../../contract/audit/audit-action.ts'
import { listAuditEndpoint } from '../../../contract/audit/list-audit.ts'
import { recordAct } from '../../../server/audit/record.ts'
import { dayMs } from '../../../server/core/clock.ts'
import { runHousekeeping } from '../../../server/housekeeping.ts'
import { createPasskey } from '../../support/browser/passkey.ts'
import { createTestServer, type TestServer } from '../../support/server/server.ts'
import { test } from '../../support/server/server-test.ts'
import {
  changeUser,
  findUser,
  makeOrganization,
  makeUser,
  signInAdmin,
  signInUser,
} from '../../support/worlds/factories.ts'
import { openBrowser } from '../../support/worlds/factors.ts'
import { readAll } from '../../support/worlds/lists.ts'
import { makeGatewayKey } from '../../support/worlds/mail-factories.ts'

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
  const { id } = await findUser(server, { username: 'rania' })
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

test('a denied call is recorded once an hour for each user and call', async ({ server }) => {
  const { token } = await signInAdmin(server)
  const { user, token: theirs } = await signInUser(server)
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
  const { token: other } = await signInUser(server, { role: 'team_lead' })
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

const dayMsActivity = 24 * 60 * 60_000

async function read(server: TestServer, token: string, query = '') {
  return (await server.get(`/api/admin/audit${query}`, { token })).output(listAuditEndpoint)
}

/** Records entries of one actor, a minute apart. */
async function record(
  server: TestServer,
  actorId: string,
  entries: readonly (readonly [(typeof auditActions)[number], string])[],
) {
  const actor = { actor_id: actorId, actor_role: 'super_admin', address: '192.0.2.7' } as const
  for (const [action, targetId] of entries) {
    await recordAct(server, server.database, actor, { action, target: 'user', targetId })
    server.clock.pass(60_000)
  }
}

test('entries name actor, target and organization, and a flag only by its id', async () => {
  await using server = await createTestServer()
  const { token } = await signInAdmin(server)
  const organizationId = await makeOrganization(server, { name: 'Cedar Clinic' })
  const { user: rania, token: theirs } = await signInUser(server, {
    organizationId,
    full_name: 'Rania Khoury',
  })
  const body = { flag_type: 'red', value: 'private.example' }
  expect((await server.post('/api/flags/add', { token: theirs, body })).status).toBe(200)
  await makeGatewayKey(server, organizationId)
  const [entry] = await read(server, token)
  expect(entry).toMatchObject({
    ...{ action: 'flag-add', target_type: 'flag', target_name: null, detail: 'red' },
    ...{ actor_id: rania.id, actor_name: 'Rania Khoury', actor_role: 'employee' },
    ...{ organization_id: organizationId, organization_name: 'Cedar Clinic' },
  })
  expect(JSON.stringify(entry)).not.toContain('private')
  const status = { ids: [rania.id], is_active: false }
  expect((await server.post('/api/admin/users/status', { token, body: status })).status).toBe(200)
  const [change] = await read(server, token, `?target_id=${rania.id}`)
  expect(change).toMatchObject({ action: 'user-change', target_name: 'Rania Khoury' })
})

test('a removed user keeps an entry with the id and the organization of that time', async () => {
  await using server = await createTestServer()
  const { token } = await signInAdmin(server)
  const organizationId = await makeOrganization(server, { name: 'Cedar Clinic' })
  const rania = await makeUser(server, { organizationId, full_name: 'Rania Khoury' })
  expect((await server.delete(`/api/admin/users/${rania.id}`, { token })).status).toBe(200)
  const [removal] = await read(server, token, `?organization_id=${organizationId}`)
  expect(removal).toMatchObject({
    ...{ action: 'user-remove', target_id: rania.id, target_name: null },
    ...{ organization_id: organizationId, organization_name: 'Cedar Clinic' },
  })
  expect(JSON.stringify(await read(server, token))).not.toContain('Rania')
})

test('entries of an organization are those of its users and about them, at that time', async () => {
  await using server = await createTestServer()
  const { admin, token } = await signInAdmin(server)
  const first = await makeOrganization(server)
  const second = await makeOrganization(server)
  const user = await makeUser(server, { organizationId: first })
  await record(server, user.id, [['sign-in', user.id]])
  await changeUser(server, user.id, { organization_id: second })
  await record(server, admin.id, [['user-change', user.id]])
  const actions = async (organizationId: string) =>
    (await read(server, token, `?organization_id=${organizationId}`)).map(({ action }) => action)
  expect(await actions(first)).toEqual(['sign-in'])
  expect(await actions(second)).toEqual(['user-change'])
  expect(await actions(admin.organizationId)).toEqual(['user-change'])
  expect(await actions('unknown')).toEqual([])
})

test('filters combine, in both directions and in pages of any length', async ({ server }) => {
  const { admin, token } = await signInAdmin(server)
  const one = await makeUser(server)
  const other = await makeUser(server)
  const start = server.clock().getTime()
  for (let round = 0; round < 5; round += 1) {
    await record(server, admin.id, [
      ['user-change', one.id],
      ['invitation-send', one.id],
      ['user-change', other.id],
    ])
  }
  const whole = await readAll(server, token, '/api/admin/audit?limit=500')
  expect(whole).toHaveLength(15)
  const minute = (number: number) => new Date(start + number * 60_000).toISOString()
  for (const [query, matches] of [
    [{ target_id: one.id }, 10],
    [{ target_id: one.id, action: 'user-change' }, 5],
    [{ actor_id: admin.id, action: 'invitation-send' }, 5],
    [{ actor_id: one.id }, 0],
    [{ organization_id: other.organizationId }, 5],
    [{ organization_id: one.organizationId, action: 'user-change' }, 5],
    [{ organization_id: admin.organizationId, target_id: other.id, actor_id: admin.id }, 5],
    [{ from: minute(3), to: minute(6) }, 3],
    [{ from: minute(3), to: minute(6), target_id: one.id }, 2],
    [{ from: '2999-01-01' }, 0],
    [{ to: minute(1), action: 'user-change' }, 1],
  ] as const) {
    const parameters = new URLSearchParams(query)
    const expected = whole.filter((entry) => {
      const {
        from = '',
        to = '9',
        organization_id: organization,
        ...equal
      } = { ...query } as {
        readonly [name: string]: string
      }
      const target = entry.target_id === one.id ? one : other
      const isOf = [admin.organizationId, target.organizationId].includes(organization ?? '')
      return (
        String(entry.at) >= from &&
        String(entry.at) < to &&
        (organization === undefined || isOf) &&
        Object.entries(equal).every(([name, value]) => entry[name] === value)
      )
    })
    expect(expected, String(parameters)).toHaveLength(matches)
    for (const limit of [2, 500]) {
      const path = `/api/admin/audit?limit=${limit}&${parameters}`
      const ids = async (order: string) =>
        (await readAll(server, token, `${path}&order=${order}`)).map(({ id }) => id)
      expect(await ids('desc'), path).toEqual(expected.map(({ id }) => id))
      expect(await ids('asc'), path).toEqual(expected.map(({ id }) => id).toReversed())
    }
  }
})

test.for([
  ['from=yesterday', 'from'],
  [`target_id=${'x'.repeat(121)}`, 'target_id'],
  ['limit=0', 'limit'],
  ['sort=address', 'sort'],
] as const)('a filter of %s is a 422 that names %s', async ([query, field], { server }) => {
  const { token } = await signInAdmin(server)
  const answer = await server.get(`/api/admin/audit?${query}`, { token })
  expect(answer.status).toBe(422)
  expect(answer.detail).toContain(field)
})

test('a filter is text and never a part of a query, and a cursor belongs to its filter', async () => {
  await using server = await createTestServer()
  const { admin, token } = await signInAdmin(server)
  await record(server, admin.id, [
    ['user-change', 'a'],
    ['user-change', 'a'],
  ])
  for (const text of ["' or 1=1 --", '%', '_', '"', 'a" union select 1']) {
    for (const name of ['actor_id', 'target_id', 'organization_id', 'action']) {
      const query = new URLSearchParams([[name, text]])
      expect(await read(server, token, `?${query}`), `${query}`).toEqual([])
    }
  }
  const page = await server.get('/api/admin/audit?limit=1&target_id=a', { token })
  const cursor = /cursor=([^&>]+)/.exec(page.headers.get('link') ?? '')?.[1]
  const stolen = await server.get(`/api/admin/audit?limit=1&cursor=${cursor}`, { token })
  expect(stolen.status).toBe(422)
})

test('the entries that a filter finds are a CSV file without formulas', async ({ server }) => {
  const { admin, token } = await signInAdmin(server)
  const organizationId = await makeOrganization(server, { name: '=Cedar, "Clinic"' })
  const user = await makeUser(server, { organizationId, full_name: '+HYPERLINK("x")' })
  const at = server.clock().toISOString()
  await record(server, admin.id, [['user-change', user.id]])
  await record(server, user.id, [['sign-in', user.id]])
  const answer = await server.post('/api/admin/audit/export', {
    token,
    body: { action: 'user-change' },
  })
  expect(answer.headers.get('content-type')).toBe('text/csv; charset=utf-8')
  expect(answer.headers.get('cache-control')).toBe('no-store')
  expect(answer.text).toBe(
    `at,actor,actor_id,actor_role,action,target_type,target,target_id,organization,organization_id,address,detail\r\n${at},Test Person,${admin.id},super_admin,user-change,user,"'+HYPERLINK(""x"")",${user.id},"'=Cedar, ""Clinic""",${organizationId},192.0.2.7,\r\n`,
  )
  expect(await read(server, token, '?limit=1')).toMatchObject([{ action: 'audit-export' }])
})

test.each([
  [0, 2],
  [90, 1],
] as const)(
  'with AUDIT_DAYS at %i, %i of two entries are left after a year',
  async (auditDays, left) => {
    await using server = await createTestServer({ limits: { auditDays } })
    const { admin } = await signInAdmin(server)
    await record(server, admin.id, [['user-change', admin.id]])
    server.clock.pass(365 * dayMsActivity)
    await record(server, admin.id, [['user-change', admin.id]])
    await runHousekeeping(server.services)
    const rows = await server.database.selectFrom('audit').select('at').orderBy('at').execute()
    expect(rows).toHaveLength(left)
    expect(rows.at(-1)?.at.slice(0, 4)).toBe(server.clock().toISOString().slice(0, 4))
  },
)
