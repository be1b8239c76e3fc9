import { expect, test } from 'vitest'
import { enterprise, entraUser, makeProvider } from '../../support/scim/scim.ts'
import { createTestServer, type TestServer } from '../../support/server/server.ts'
import { makeSession } from '../../support/worlds/factories.ts'

function readUser({ database }: TestServer, id: string) {
  return database
    .selectFrom('users')
    .select(['username', 'email', 'full_name', 'phone', 'department', 'role', 'is_active'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
}

test('Entra ID tests the connection, looks for a user, creates and finds them', async () => {
  await using server = await createTestServer({
    services: { publicUrl: 'https://aman.cedar.example' },
  })
  const entra = await makeProvider(server)
  const random = encodeURIComponent('userName eq "6d4fc8f0-5f10-7c9a"')
  const none = await entra.send('GET', `/Users?filter=${random}`)
  expect(none.status).toBe(200)
  expect(none.headers.get('content-type')).toBe('application/scim+json')
  expect(none.body).toEqual({
    schemas: ['urn:ietf:params:scim:api:messages:2.0:ListResponse'],
    totalResults: 0,
    startIndex: 1,
    itemsPerPage: 0,
    Resources: [],
  })
  const created = await entra.send('POST', '/Users', entraUser())
  expect(created.status).toBe(201)
  const { id, location } = { id: await idOfOnly(server), location: created.headers.get('location') }
  const at = server.clock().toISOString()
  const shown = {
    schemas: ['urn:ietf:params:scim:schemas:core:2.0:User', enterprise],
    id,
    externalId: 'rania.khoury',
    userName: 'Rania.Khoury@cedar.example',
    name: { formatted: 'Rania Khoury', givenName: 'Rania', familyName: 'Khoury' },
    displayName: 'Rania Khoury',
    active: true,
    preferredLanguage: 'ar',
    locale: 'ar',
    emails: [{ value: 'rania.khoury@cedar.example', type: 'work', primary: true }],
    phoneNumbers: [{ value: '+962 6 555 0100', type: 'work' }],
    [enterprise]: { department: 'Payments' },
    meta: { resourceType: 'User', created: at, lastModified: at, location },
  }
  expect(created.body).toEqual(shown)
  expect(location).toBe(`https://aman.cedar.example/api/scim/v2/Users/${id}`)
  expect((await entra.send('GET', `/Users/${id}`)).body).toEqual(shown)
  for (const filter of [
    'userName eq "RANIA.khoury@cedar.example"',
    'externalId eq "rania.khoury"',
    'emails[type eq "work"].value eq "rania.khoury@CEDAR.example"',
    `id eq "${id}" and active eq true`,
    'active eq "True"',
    'urn:ietf:params:scim:schemas:core:2.0:User:userName Eq "rania.khoury@cedar.example"',
  ]) {
    const found = await entra.send('GET', `/Users?filter=${encodeURIComponent(filter)}`)
    expect(found.body, filter).toMatchObject({ totalResults: 1, Resources: [{ id }] })
  }
  expect(await readUser(server, id)).toEqual({
    username: 'Rania.Khoury@cedar.example',
    email: 'rania.khoury@cedar.example',
    full_name: 'Rania Khoury',
    phone: '+962 6 555 0100',
    department: 'Payments',
    role: 'employee',
    is_active: 1,
  })
})

async function idOfOnly({ database }: TestServer): Promise<string> {
  return (await database.selectFrom('users').select('id').executeTakeFirstOrThrow()).id
}

test.each([
  ['False as a text', { op: 'Replace', path: 'active', value: 'False' }],
  ['a value without a path', { op: 'Replace', value: { active: 'False' } }],
  [
    'the whole path',
    {
      op: 'replace',
      path: 'urn:ietf:params:scim:schemas:core:2.0:User:active',
      value: false,
    },
  ],
])('Entra ID deactivates a user with %s, which ends the sessions', async (_, operation) => {
  await using server = await createTestServer()
  const entra = await makeProvider(server)
  const id = await entra.create(entraUser())
  const token = await makeSession(server, { id })
  expect((await server.get('/api/auth/me', { token })).status).toBe(200)
  const answer = await entra.patch(id, operation)
  expect(answer).toMatchObject({ status: 200, body: { id, active: false } })
  expect((await server.get('/api/auth/me', { token })).status).toBe(401)
  const back = await entra.patch(id, { op: 'Replace', path: 'active', value: 'True' })
  expect(back).toMatchObject({ status: 200, body: { active: true } })
})

test('Entra ID changes attributes with and without paths, and values that are not there yet', async () => {
  await using server = await createTestServer()
  const entra = await makeProvider(server)
  const id = await entra.create(
    entraUser({ phoneNumbers: [], name: {}, [enterprise]: {}, externalId: undefined }),
  )
  const answer = await entra.patch(
    id,
    { op: 'Add', path: 'name.givenName', value: 'Rania' },
    { op: 'Add', path: 'name.familyName', value: 'Haddad' },
    { op: 'Replace', path: 'displayName', value: 'Rania Haddad' },
    { op: 'Add', path: 'phoneNumbers[type eq "work"].value', value: '+962 6 555 0199' },
    { op: 'Replace', path: 'emails[type eq "work"].value', value: 'rania@cedar.example' },
    { op: 'Replace', path: 'userName', value: 'rania@cedar.example' },
    { op: 'Add', path: `${enterprise}:department`, value: 'Audit' },
    { op: 'Add', path: 'externalId', value: 'rh' },
    { op: 'Add', path: 'title', value: 'Head' },
    { op: 'Add', path: 'addresses[type eq "work"].locality', value: 'Amman' },
    { op: 'Add', path: `${enterprise}:manager`, value: 'x' },
  )
  expect(answer.status, answer.text).toBe(200)
  expect(await readUser(server, id)).toEqual({
    username: 'rania@cedar.example',
    email: 'rania@cedar.example',
    full_name: 'Rania Haddad',
    phone: '+962 6 555 0199',
    department: 'Audit',
    role: 'employee',
    is_active: 1,
  })
  expect(answer.body).toMatchObject({ externalId: 'rh', name: { familyName: 'Haddad' } })
  const whole = await entra.patch(id, {
    op: 'replace',
    value: {
      'name.familyName': 'Khoury',
      [`${enterprise}:department`]: 'Payments',
      'emails[type eq "work"].value': 'khoury@cedar.example',
      'phoneNumbers[type eq "mobile"].value': '',
    },
  })
  expect(whole.status, whole.text).toBe(200)
  expect(await readUser(server, id)).toMatchObject({
    full_name: 'Rania Khoury',
    department: 'Payments',
    email: 'khoury@cedar.example',
  })
  const removed = await entra.patch(
    id,
    { op: 'Remove', path: 'phoneNumbers' },
    { op: 'Remove', path: `${enterprise}:department` },
    { op: 'Remove', path: 'name.givenName' },
  )
  expect(removed.status, removed.text).toBe(200)
  expect(await readUser(server, id)).toMatchObject({ phone: '', department: '' })
})

test('a PATCH that changes nothing writes nothing', async () => {
  await using server = await createTestServer()
  const entra = await makeProvider(server)
  const id = await entra.create(entraUser())
  const acts = () => server.database.selectFrom('audit').select('action').execute()
  const before = await acts()
  server.clock.pass(60_000)
  const { body } = await entra.send('GET', `/Users/${id}`)
  const same = await entra.patch(
    id,
    { op: 'Replace', path: 'displayName', value: 'Rania Khoury' },
    { op: 'Replace', path: 'active', value: 'True' },
  )
  expect(same).toMatchObject({ status: 200, body })
  expect(await acts()).toEqual(before)
})
