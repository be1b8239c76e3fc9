import { expect } from 'vitest'
import { addScimTokenEndpoint, showScimEndpoint } from '../../../contract/scim/admin-scim.ts'
import { minuteMs } from '../../../server/core/clock.ts'
import {
  enterprise,
  entraUser,
  makeProvider,
  oktaUser,
  type ScimClient,
  scimClient,
} from '../../support/scim/scim.ts'
import { createTestServer, type TestServer } from '../../support/server/server.ts'
import { test } from '../../support/server/server-test.ts'
import {
  makeOrganization,
  makeSession,
  makeUser,
  signInAdmin,
} from '../../support/worlds/factories.ts'

const core = 'urn:ietf:params:scim:schemas:core:2.0:User'

/** As Entra ID ends a user. */
const inactive = { op: 'Replace', path: 'active', value: 'False' }
const custom = 'urn:ietf:params:scim:schemas:extension:cedar:2.0:User'

/**
 * Operations that a provider sends beside the end of a user, of whom Aman keeps less than it does.
 */
const besides: readonly (readonly [name: string, operation: object])[] = [
  ['a number that is not there', remove('phoneNumbers[type eq "fax"].value')],
  [
    'a list of values that are not there',
    remove('emails', [{ type: 'home', value: 'x@y.example' }]),
  ],
  ['a value by its text that is not there', remove('phoneNumbers', 'none')],
  ['a number with its value', remove('phoneNumbers[type eq "work"].value', '+962 6 555 0100')],
  ['a whole value', remove('phoneNumbers[type eq "work" and primary eq true]')],
  ['the only address', remove('emails[type eq "work"].value', 'rania.khoury@cedar.example')],
  ['a name with its value', remove('displayName', 'Rania Khoury')],
  ['a part of the name with its value', remove('name.familyName', 'Khoury')],
  ['the id', remove('externalId', 'rania.khoury')],
  ['a department with its value', remove(`${enterprise}:department`, 'Payments')],
  ['the whole extension', remove(enterprise)],
  ['a part of a manager', remove(`${enterprise}:manager.value`)],
  ['a part of a part of an unknown attribute', remove('x.y.z')],
  [
    'part of an extension of the provider',
    { op: 'Add', path: `${custom}:badge.value`, value: '7' },
  ],
  ['another extension with no path', { op: 'Replace', value: { [custom]: { badge: '7' } } }],
  ['a name of no attribute', { op: 'Replace', value: { '': 1, $ref: 2, 'two words': 3, '[]': 4 } }],
  [
    'an attribute that cannot be written',
    { op: 'Replace', value: { id: 'x', meta: {}, schemas: [] } },
  ],
  [
    'nothing as a value',
    { op: 'Replace', path: 'phoneNumbers[type eq "work"].value', value: null },
  ],
  ['an empty list', { op: 'Replace', path: 'phoneNumbers', value: [] }],
]

function remove(path: string, value?: unknown) {
  return { op: 'Remove', path, ...(value === undefined ? {} : { value }) }
}

test.for(besides)('a leaver becomes inactive beside %s', async ([_, other], { server }) => {
  const entra = await makeProvider(server)
  const phoneNumbers = [{ type: 'work', value: '+962 6 555 0100', primary: true }]
  for (const operations of [
    [other, inactive],
    [inactive, other],
  ]) {
    const userName = `${operations.indexOf(inactive)}@cedar.example`
    const id = await entra.create(
      entraUser({ userName, emails: [{ value: userName }], phoneNumbers }),
    )
    const token = await makeSession(server, { id })
    const answer = await entra.patch(id, ...operations)
    expect(answer.status, answer.text).toBe(200)
    expect(answer.body).toMatchObject({ active: false, userName, emails: [{ value: userName }] })
    expect((await server.get('/api/auth/me', { token })).status).toBe(401)
  }
})

test.for([
  ['a value with the schema', { op: 'Replace', path: `${core}:active`, value: 'False' }],
  ['a list of one value', { op: 'Replace', path: 'active', value: [{ value: 'False' }] }],
  [
    'a list with a reference',
    { op: 'Add', path: 'active', value: [{ $ref: null, value: 'False' }] },
  ],
  ['an object of one value', { op: 'Replace', path: 'active', value: { Value: false } }],
  ['a path of nothing', { op: 'Replace', path: null, value: { active: false } }],
  ['a list of one object', { op: 'Replace', value: [{ active: false }] }],
  ['an object at its schema', { op: 'Replace', path: core, value: { active: false } }],
  [
    'an object with whole paths',
    {
      op: 'Replace',
      value: {
        [`${core}:active`]: 'False',
        'name.familyName': 'Khoury',
        'phoneNumbers[type eq "mobile"].value': '',
        [`${enterprise}:department`]: 'Archive',
        [`${enterprise}:manager`]: null,
      },
    },
  ],
])('a leaver becomes inactive by %s', async ([_, operation], { server }) => {
  const entra = await makeProvider(server)
  const id = await entra.create(entraUser())
  expect(await entra.patch(id, operation)).toMatchObject({ status: 200, body: { active: false } })
})

const refusedValues: readonly (readonly [name: string, path: string, value: unknown])[] = [
  ['an address elsewhere', 'emails[type eq "work"].value', 'rania@elsewhere.example'],
  ['an address of another user', 'emails[type eq "work"].value', 'taken@cedar.example'],
  ['a name that is a number', 'displayName', 7],
  ['a path that cannot be read', 'emails[', 'x'],
]

test.for(refusedValues)(
  'a leaver becomes inactive beside %s, which is not taken',
  async ([_, path, value], { server }) => {
    const entra = await makeProvider(server)
    await makeUser(server, { email: 'taken@cedar.example' })
    const other = { op: 'Replace', path, value }
    for (const operations of [
      [other, inactive],
      [inactive, other],
      [{ op: 'Replace', value: { [path]: value, active: false } }],
      [{ op: 'Replace', value: { [core]: { [path]: value, active: false } } }],
    ]) {
      const id = await entra.create(entraUser())
      const before = await entra.send('GET', `/Users/${id}`)
      const token = await makeSession(server, { id })
      expect((await entra.patch(id, other)).status).toBeGreaterThanOrEqual(400)
      const answer = await entra.patch(id, ...operations)
      expect(answer.status, answer.text).toBe(200)
      expect(answer.body).toMatchObject({ active: false })
      expect({ ...Object(answer.body), active: true, meta: 0 }).toEqual({
        ...Object(before.body),
        meta: 0,
      })
      expect((await server.get('/api/auth/me', { token })).status).toBe(401)
      await server.database.deleteFrom('users').where('id', '=', id).execute()
    }
  },
)

test('a leaver becomes inactive by a PUT of which a value is not taken', async ({ server }) => {
  const okta = await makeProvider(server)
  const id = await okta.create(oktaUser())
  const put = (change: object) => okta.send('PUT', `/Users/${id}`, oktaUser({ id, ...change }))
  const [elsewhere] = [{ emails: [{ value: 'rania@elsewhere.example' }] }]
  expect((await put({ ...elsewhere, active: true })).status).toBe(400)
  expect((await put({ displayName: 'x'.repeat(500) })).status).toBe(400)
  expect(await put({ ...elsewhere, active: false })).toMatchObject({
    ...{ status: 200, body: { active: false } },
  })
  expect(await put({ ...elsewhere, active: true })).toMatchObject({ status: 400 })
  expect((await okta.send('GET', `/Users/${id}`)).body).toMatchObject({ active: false })
})

test('a team lead is not ended beside a value that is not taken', async ({ server }) => {
  const entra = await makeProvider(server)
  const { organizationId } = entra
  const { id } = await makeUser(server, { organizationId, role: 'team_lead' })
  const answer = await entra.patch(id, { op: 'Replace', path: 'displayName', value: 7 }, inactive)
  expect(answer.status).toBe(403)
  expect((await entra.send('GET', `/Users/${id}`)).body).toMatchObject({ active: true })
})

test('a value in a list is that of names and parts, too', async ({ server }) => {
  const entra = await makeProvider(server)
  const id = await entra.create(entraUser())
  const answer = await entra.patch(
    id,
    { op: 'Add', path: 'displayName', value: [{ $ref: null, value: 'Rania Haddad' }] },
    { op: 'Add', path: 'name.familyName', value: [{ value: 'Haddad' }] },
    { op: 'Add', path: `${enterprise}:department`, value: [{ value: 'Archive' }] },
    {
      op: 'Add',
      path: 'phoneNumbers[type eq "work"].value',
      value: [{ value: '+962 6 555 0100' }],
    },
  )
  expect(answer).toMatchObject({
    status: 200,
    body: {
      displayName: 'Rania Haddad',
      name: { familyName: 'Haddad' },
      phoneNumbers: [{ value: '+962 6 555 0100' }],
      [enterprise]: { department: 'Archive' },
    },
  })
  for (const value of [['a', 'b'], [], [[['False']]], [{}], { x: 1 }, [{ value: { a: 1 } }], 7]) {
    const refused = await entra.patch(id, { op: 'Replace', path: 'active', value })
    expect(refused).toMatchObject({ status: 400, body: { scimType: 'invalidValue' } })
  }
})

test('what is removed is gone, and only that', async ({ server }) => {
  const entra = await makeProvider(server)
  const phoneNumbers = [{ type: 'work', value: '+962 6 555 0100' }]
  const id = await entra.create(entraUser({ phoneNumbers }))
  const phone = async () => {
    const row = server.database.selectFrom('users').select(['phone', 'department'])
    return row.where('id', '=', id).executeTakeFirstOrThrow()
  }
  await entra.patch(id, remove('phoneNumbers', [{ value: '+962 6 555 0999' }]))
  await entra.patch(id, remove('phoneNumbers[type eq "mobile"]'))
  await entra.patch(id, remove('phoneNumbers[type eq "mobile"].value', '+962 6 555 0100'))
  expect(await phone()).toEqual({ phone: '+962 6 555 0100', department: 'Payments' })
  await entra.patch(id, remove('phoneNumbers[type eq "WORK"].value', '+962 6 555 0100'))
  await entra.patch(id, remove(`${enterprise}:department`, 'Payments'))
  expect(await phone()).toEqual({ phone: '', department: '' })
})

test('a number for a pager is no number of the user', async ({ server }) => {
  const entra = await makeProvider(server)
  const pager = { type: 'pager', value: '+962 6 555 0111' }
  const id = await entra.create(entraUser({ phoneNumbers: [{ ...pager, primary: true }] }))
  const shown = async () => (await entra.send('GET', `/Users/${id}`)).body
  expect(await shown()).not.toHaveProperty('phoneNumbers')
  await entra.patch(id, { op: 'Add', path: 'phoneNumbers[type eq "pager"].value', value: '+1' })
  expect(await shown()).not.toHaveProperty('phoneNumbers')
  const work = { type: 'work', value: '+962 6 555 0100' }
  await entra.send('PUT', `/Users/${id}`, entraUser({ phoneNumbers: [pager, work] }))
  expect(await shown()).toMatchObject({ phoneNumbers: [work] })
  await entra.patch(id, remove('phoneNumbers[type eq "pager"].value', pager.value))
  expect(await shown()).toMatchObject({ phoneNumbers: [work] })
})

async function find(client: ScimClient, filter: string): Promise<unknown> {
  return (await client.send('GET', `/Users?filter=${encodeURIComponent(filter)}`)).body
}

/** A user who was made by hand, with a name of the firm and another address. */
async function makeKnown(server: TestServer, { organizationId }: ScimClient) {
  return makeUser(server, {
    ...{ organizationId, username: 'rania', full_name: 'Rania', phone: '+962 6 555 0100' },
    ...{ email: 'rania.khoury@cedar.example', aliases: ['r.khoury@cedar.example'] },
  })
}

test.for([
  'userName eq "rania"',
  'userName eq "Rania.Khoury@cedar.example"',
  'userName eq "R.Khoury@cedar.example"',
  'emails[type eq "work"].value eq "r.khoury@CEDAR.example"',
])('a provider finds a user who was made by hand with %s', async (filter, { server }) => {
  const entra = await makeProvider(server)
  const { id } = await makeKnown(server, entra)
  expect(await find(entra, filter)).toMatchObject({ totalResults: 1, Resources: [{ id }] })
})

test.for(['userName', 'emails.value'])(
  'a provider takes over a user that it finds by %s',
  async (attribute, { server }) => {
    const entra = await makeProvider(server)
    const { id } = await makeKnown(server, entra)
    const token = await makeSession(server, { id })
    const found = await find(entra, `${attribute} eq "rania.khoury@cedar.example"`)
    expect(found).toMatchObject({ Resources: [{ id, userName: 'rania', active: true }] })
    const taken = await entra.patch(
      id,
      { op: 'Replace', path: 'userName', value: 'Rania.Khoury@cedar.example' },
      { op: 'Replace', path: 'emails[type eq "work"].value', value: 'r.khoury@cedar.example' },
      { op: 'Add', path: 'externalId', value: 'rania.khoury' },
      { op: 'Add', path: 'name.givenName', value: 'Rania' },
      { op: 'Add', path: 'name.familyName', value: 'Khoury' },
      { op: 'Replace', path: 'displayName', value: 'Rania Khoury' },
    )
    expect(taken.status, taken.text).toBe(200)
    expect(taken.body).toMatchObject({
      ...{ id, externalId: 'rania.khoury', userName: 'Rania.Khoury@cedar.example' },
      emails: [{ value: 'r.khoury@cedar.example' }],
      phoneNumbers: [{ value: '+962 6 555 0100' }],
    })
    expect((await server.get('/api/auth/me', { token })).status).toBe(200)
    expect(await find(entra, 'externalId eq "rania.khoury"')).toMatchObject({ totalResults: 1 })
  },
)

test('addresses of other organizations and of super admins are not found', async ({ server }) => {
  const entra = await makeProvider(server)
  const stranger = { username: 's', email: 's@cedar.example', aliases: ['s2@cedar.example'] }
  await makeUser(server, stranger)
  await makeUser(server, {
    ...{ organizationId: entra.organizationId, role: 'super_admin' },
    ...{ username: 'b', email: 'b@cedar.example', aliases: ['b2@cedar.example'] },
  })
  for (const address of [
    's@cedar.example',
    's2@cedar.example',
    'b@cedar.example',
    'b2@cedar.example',
  ])
    for (const attribute of ['userName', 'emails.value'])
      expect(await find(entra, `${attribute} eq "${address}"`)).toMatchObject({ totalResults: 0 })
})

async function setUp(server: TestServer) {
  const { token, admin } = await signInAdmin(server)
  const id = await makeOrganization(server)
  const path = `/api/admin/organizations/${id}/scim`
  return {
    ...{ admin, token, id, path },
    show: async () => (await server.get(path, { token })).output(showScimEndpoint),
    issue: (note = 'Entra ID') => server.post(`${path}/tokens`, { token, body: { note } }),
    revoke: (tokenId: string | number) => server.delete(`${path}/tokens/${tokenId}`, { token }),
  }
}

test('a token is shown once, stored as a hash, listed with its last use and revoked at once', async () => {
  await using server = await createTestServer({
    services: { publicUrl: 'https://aman.cedar.example' },
  })
  const { id, admin, show, issue, revoke } = await setUp(server)
  expect(await show()).toEqual({
    base_address: 'https://aman.cedar.example/api/scim/v2',
    sends_invitations: false,
    tokens: [],
  })
  const { token, ...listed } = (await issue()).output(addScimTokenEndpoint)
  expect(token).toMatch(/^aman_scim_[\w-]{43}$/)
  expect((await show()).tokens).toEqual([listed])
  const stored = await server.database.selectFrom('scim_tokens').selectAll().execute()
  expect(JSON.stringify(stored)).not.toContain(token)
  const provider = scimClient(server, id, token)
  expect((await provider.send('GET', '/Users')).status).toBe(200)
  const used = server.clock().toISOString()
  server.clock.pass(minuteMs / 2)
  await provider.send('GET', '/Users')
  expect((await show()).tokens).toMatchObject([{ last_used_at: used }])
  expect((await revoke(listed.id)).status).toBe(200)
  expect((await revoke(listed.id)).status).toBe(200)
  expect((await provider.send('GET', '/Users')).status).toBe(401)
  expect((await show()).tokens).toMatchObject([{ revoked_at: server.clock().toISOString() }])
  expect(await revoke('unknown')).toMatchObject({ status: 404, code: 'unknown_scim_token' })
  const byAdmin = { actor_id: admin.id, target_id: String(listed.id) }
  expect(await server.acts()).toMatchObject([
    { ...byAdmin, action: 'scim-token-issue' },
    { ...byAdmin, action: 'scim-token-revoke' },
  ])
})

test('invitations are switched on where the server can send them, with a recent confirmation', async () => {
  await using server = await createTestServer({ services: { linkOrigin: 'https://aman.example' } })
  const { token, path, show, issue, revoke } = await setUp(server)
  const save = (sends_invitations: boolean) =>
    server.post(path, { token, body: { sends_invitations } })
  expect((await save(true)).status).toBe(200)
  expect(await show()).toMatchObject({ sends_invitations: true })
  expect((await save(false)).status).toBe(200)
  expect(await show()).toMatchObject({ sends_invitations: false })
  server.clock.pass(11 * minuteMs)
  for (const answer of [await save(true), await issue(), await revoke('x')]) {
    expect(answer).toMatchObject({ status: 403, code: 'confirmation_required' })
  }
  await using without = await createTestServer()
  const other = await setUp(without)
  const body = { sends_invitations: true }
  expect(await without.post(other.path, { token: other.token, body })).toMatchObject({
    ...{ status: 409, code: 'invitations_not_offered' },
  })
})

test('tokens and settings go with their organization', async ({ server }) => {
  const { token, id, path, issue } = await setUp(server)
  await issue()
  await server.post(path, { token, body: { sends_invitations: false } })
  expect((await server.delete(`/api/admin/organizations/${id}`, { token })).status).toBe(200)
  expect(await server.database.selectFrom('scim_tokens').selectAll().execute()).toEqual([])
  expect(await server.database.selectFrom('scim_settings').selectAll().execute()).toEqual([])
  expect((await server.get(path, { token })).status).toBe(404)
})
