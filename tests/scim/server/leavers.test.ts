import { expect, test } from 'vitest'
import { enterprise, entraUser, makeProvider, oktaUser } from '../../support/scim/scim.ts'
import { besides, inactive, remove } from '../../support/scim/scim-leavers.ts'
import { createTestServer } from '../../support/server/server.ts'
import { makeSession, makeUser } from '../../support/worlds/factories.ts'

const core = 'urn:ietf:params:scim:schemas:core:2.0:User'

test.each(besides)('a leaver becomes inactive beside %s', async (_, other) => {
  await using server = await createTestServer()
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

test.each([
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
])('a leaver becomes inactive by %s', async (_, operation) => {
  await using server = await createTestServer()
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

test.each(refusedValues)(
  'a leaver becomes inactive beside %s, which is not taken',
  async (_, path, value) => {
    await using server = await createTestServer()
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

test('a leaver becomes inactive by a PUT of which a value is not taken', async () => {
  await using server = await createTestServer()
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

test('a team lead is not ended beside a value that is not taken', async () => {
  await using server = await createTestServer()
  const entra = await makeProvider(server)
  const { organizationId } = entra
  const { id } = await makeUser(server, { organizationId, role: 'team_lead' })
  const answer = await entra.patch(id, { op: 'Replace', path: 'displayName', value: 7 }, inactive)
  expect(answer.status).toBe(403)
  expect((await entra.send('GET', `/Users/${id}`)).body).toMatchObject({ active: true })
})

test('a value in a list is that of names and parts, too', async () => {
  await using server = await createTestServer()
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

test('what is removed is gone, and only that', async () => {
  await using server = await createTestServer()
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

test('a number for a pager is no number of the user', async () => {
  await using server = await createTestServer()
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
