import { expect } from 'vitest'
import { enterprise, entraUser, makeProvider, oktaUser } from '../../support/scim/scim.ts'
import { createTestServer, type TestServer } from '../../support/server/server.ts'
import { test } from '../../support/server/server-test.ts'
import { makeSession, makeUser } from '../../support/worlds/factories.ts'

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

test('a PATCH that changes nothing writes nothing', async ({ server }) => {
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

test('Okta finds no one, creates a user without the password, replaces and deactivates them', async () => {
  await using server = await createTestServer()
  const okta = await makeProvider(server)
  const lookup = `/Users?filter=${encodeURIComponent('userName eq "omar@cedar.example"')}&startIndex=1&count=100`
  expect(await okta.send('GET', lookup)).toMatchObject({
    status: 200,
    body: { totalResults: 0, Resources: [] },
  })
  const id = await okta.create(oktaUser())
  const read = () =>
    server.database.selectFrom('users').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
  expect(await read()).toMatchObject({ password_hash: null, is_active: 1, role: 'employee' })
  expect((await okta.send('GET', lookup)).body).toMatchObject({ totalResults: 1 })
  const replaced = await okta.send(
    'PUT',
    `/Users/${id}`,
    oktaUser({
      id,
      displayName: 'Omar Nasser Haddad',
      name: { givenName: 'Omar', familyName: 'Haddad', formatted: 'Mr. Omar Haddad' },
      phoneNumbers: [{ value: '+962 6 555 0133', primary: true, type: 'work' }],
    }),
  )
  expect(replaced).toMatchObject({
    status: 200,
    body: { id, displayName: 'Omar Nasser Haddad', name: { familyName: 'Haddad' } },
  })
  expect(await read()).toMatchObject({ full_name: 'Omar Nasser Haddad', phone: '+962 6 555 0133' })
  const away = await okta.patch(id, { op: 'replace', value: { active: false } })
  expect(away).toMatchObject({ status: 200, body: { active: false } })
  const back = await okta.send('PUT', `/Users/${id}`, oktaUser({ id }))
  expect(back).toMatchObject({ status: 200, body: { active: true, displayName: 'Omar Nasser' } })
  // Fields that a PUT does not name are emptied, except whether the user is active and the id of
  // the provider.
  expect(await read()).toMatchObject({ phone: '', is_active: 1 })
  const { active: _, externalId: __, ...rest } = { active: true, externalId: '', ...oktaUser() }
  const kept = await okta.send('PUT', `/Users/${id}`, rest)
  expect(kept).toMatchObject({ body: { active: true, externalId: '00ujl29u0le5T6Aj10h7' } })
})

test('Okta reads the list in pages', async ({ server }) => {
  const okta = await makeProvider(server)
  const ids: string[] = []
  for (let number = 1; number <= 5; number += 1) {
    const userName = `user${number}@cedar.example`
    ids.push(await okta.create({ userName, displayName: `User ${number}` }))
  }
  const page = async (query: string) => (await okta.send('GET', `/Users?${query}`)).body
  expect(await page('startIndex=1&count=2')).toMatchObject({
    ...{ totalResults: 5, startIndex: 1, itemsPerPage: 2 },
    Resources: [{ id: ids[0] }, { id: ids[1] }],
  })
  expect(await page('startIndex=5&count=2')).toMatchObject({
    ...{ totalResults: 5, startIndex: 5, itemsPerPage: 1 },
    Resources: [{ id: ids[4] }],
  })
  expect(await page('startIndex=6')).toMatchObject({ totalResults: 5, Resources: [] })
  expect(await page('count=0')).toMatchObject({ totalResults: 5, itemsPerPage: 0, Resources: [] })
  expect(await page('startIndex=-3&count=-1')).toMatchObject({ startIndex: 1, Resources: [] })
  expect(await page('count=100000000')).toMatchObject({ itemsPerPage: 5 })
  expect((await okta.send('GET', '/Users?count=many')).body).toMatchObject({
    ...{ status: '400', scimType: 'invalidValue' },
  })
})

test('the provider reads what this server can do', async ({ server }) => {
  const okta = await makeProvider(server)
  expect((await okta.send('GET', '/ServiceProviderConfig')).body).toMatchObject({
    patch: { supported: true },
    bulk: { supported: false },
    filter: { supported: true, maxResults: 200 },
    authenticationSchemes: [{ type: 'oauthbearertoken' }],
  })
  expect((await okta.send('GET', '/ResourceTypes')).body).toMatchObject({
    ...{ totalResults: 1, Resources: [{ id: 'User', endpoint: '/Users' }] },
  })
  const schema = 'urn:ietf:params:scim:schemas:core:2.0:User'
  expect((await okta.send('GET', '/Schemas')).body).toMatchObject({
    ...{ totalResults: 2, Resources: [{ id: schema }, {}] },
  })
  expect((await okta.send('GET', `/Schemas/${schema}`)).body).toMatchObject({ id: schema })
  for (const path of ['/Schemas/unknown', '/ResourceTypes/Group', '/Groups', '/Me', '/Bulk']) {
    expect(await okta.send('GET', path)).toMatchObject({
      ...{ status: 404, body: { status: '404' } },
    })
  }
})

function readUserLanguage({ database }: TestServer) {
  return database.selectFrom('users').select(['id', 'locale']).executeTakeFirstOrThrow()
}

test.for([
  ['ar-JO', 'ar'],
  ['fr-FR, ar;q=0.8, en;q=0.7', 'ar'],
  ['', null],
])('the preferred language %j of a new user is %s', async ([given, expected], { server }) => {
  const entra = await makeProvider(server)
  const user = { ...entraUser(), preferredLanguage: given }
  const { status, body } = await entra.send('POST', '/Users', user)
  expect(status).toBe(201)
  expect((await readUserLanguage(server)).locale).toBe(expected)
  expect(body).toMatchObject(expected === null ? {} : { preferredLanguage: expected })
})

test('a provider gives a language once, and never changes that of a user', async ({ server }) => {
  const entra = await makeProvider(server)
  const user = { ...entraUser(), preferredLanguage: undefined }
  await entra.send('POST', '/Users', user)
  const { id, locale } = await readUserLanguage(server)
  expect(locale).toBeNull()
  const patch = (value: string) =>
    entra.send('PATCH', `/Users/${id}`, {
      schemas: ['urn:ietf:params:scim:api:messages:2.0:PatchOp'],
      Operations: [{ op: 'Replace', path: 'preferredLanguage', value }],
    })
  expect((await patch('ar')).status).toBe(200)
  expect((await readUserLanguage(server)).locale).toBe('ar')
  const token = await makeSession(server, { id })
  await server.post('/api/account/language', { token, body: { locale: 'en' } })
  expect((await patch('ar-JO')).body).toMatchObject({ preferredLanguage: 'en' })
  await entra.send('PUT', `/Users/${id}`, user)
  expect((await readUserLanguage(server)).locale).toBe('en')
})

test('the preferred language comes before the locale, and neither changes a language that is known', async () => {
  await using server = await createTestServer()
  const okta = await makeProvider(server)
  const id = await okta.create(oktaUser({ locale: 'en-US', preferredLanguage: 'ar' }))
  expect((await readUserLanguage(server)).locale).toBe('ar')
  const changed = await okta.patch(id, { op: 'Replace', path: 'locale', value: 'en-US' })
  expect(changed).toMatchObject({ status: 200, body: { locale: 'ar' } })
  const other = await okta.create(
    oktaUser({ userName: 'b@cedar.example', emails: [], locale: undefined }),
  )
  const given = await okta.patch(other, { op: 'Add', path: 'locale', value: 'ar-JO' })
  expect(given).toMatchObject({ status: 200, body: { locale: 'ar', preferredLanguage: 'ar' } })
})

/** Keys that lead to objects, texts and functions. */
const keys = ['__proto__.bcc', 'constructor.prototype.toString', 'toString.__proto__.bcc']

test('a value whose keys lead to prototypes changes nothing that others use', async () => {
  await using server = await createTestServer()
  const entra = await makeProvider(server)
  const password = 'a long and calm river'
  const other = await makeUser(server, { password })
  const id = await entra.create(entraUser())
  const prototypes = watchPrototypes()
  const changed: string[] = []
  for (const way of ways) {
    const statuses: number[] = []
    for (const { method, path, body } of attacksAt(way, id)) {
      statuses.push((await entra.send(method, path, body)).status)
    }
    // Here, so that what comes next does not suffer from a change.
    changed.push(...prototypes.undoChanges())
    expect(Math.max(...statuses)).toBeLessThan(500)
  }
  expect(changed).toEqual([])
  const body = { username: other.username, password }
  expect((await server.post('/api/auth/login', { body })).status).toBe(200)
})

/* A token's attempts to change what all objects of the server inherit. */

const bcc = 'attacker@outside.example'

/** The attributes that lead in. */
const ways = [
  ...['displayName', 'externalId', 'active', 'userName', 'preferredLanguage', 'name.formatted'],
  ...['name', 'emails', 'emails[type eq "work"]', 'emails[type eq "work"].value', 'phoneNumbers'],
  ...['phoneNumbers[type eq "work"].value', 'emails.value', `${enterprise}:department`, enterprise],
]

interface ScimRequest {
  readonly method: 'POST' | 'PUT' | 'PATCH'
  readonly path: string
  readonly body: object
}

/** All requests with which one attribute of a user may lead in. */
function attacksAt(way: string, id: string): ScimRequest[] {
  return keys.flatMap((key) =>
    [inOneKey(key), nested(key)].flatMap((value): ScimRequest[] => {
      const patches = [
        [replace(way, { a: 1 }), replace(way, value)],
        [replace(way, value)],
        [{ op: 'add', path: way, value: [value] }],
        [{ op: 'remove', path: way, value }],
        [{ op: 'replace', value: { [way]: value } }],
        [{ op: 'replace', value }],
        [replace(`${way}.${key}`, bcc)],
        [replace(key, bcc)],
      ]
      const path = `/Users/${id}`
      const body = entraUser({ [way]: value })
      return [
        ...patches.map((Operations) => ({ method: 'PATCH', path, body: { Operations } }) as const),
        { method: 'PUT', path, body },
        { method: 'POST', path: '/Users', body },
      ]
    }),
  )
}

function replace(path: string, value: unknown) {
  return { op: 'replace', path, value }
}

/** As it is parsed: a literal would set the prototype. */
function inOneKey(key: string): unknown {
  return JSON.parse(`{${JSON.stringify(key)}: ${JSON.stringify(bcc)}}`)
}

function nested(key: string): unknown {
  const inner = (value: string, part: string) => `{${JSON.stringify(part)}: ${value}}`
  return JSON.parse(key.split('.').reduceRight(inner, JSON.stringify(bcc)))
}

/** Every object, list, text, number and function of the process inherits from these. */
const watched = [
  ...[Object, Array, Function, String, Number, Boolean, Symbol, BigInt, Date, RegExp, Error],
  ...[Promise, Map, Set, URL, Request, Response, Headers],
]

type Members = ReadonlyMap<PropertyKey, PropertyDescriptor | undefined>

interface WatchedPrototypes {
  /** Undoes every change of a member, so that other tests do not suffer. @returns each by its name */
  undoChanges(): string[]
}

/** Remembers all members of the built-in constructors and their prototypes, and those of their methods. */
function watchPrototypes(): WatchedPrototypes {
  const before = places().map(({ name, place }) => ({ name, place, members: membersOf(place) }))
  return {
    undoChanges: () =>
      before.flatMap(({ name, place, members }) =>
        undo(place, members).map((key) => `${name}.${String(key)}`),
      ),
  }
}

function places(): { readonly name: string; readonly place: object }[] {
  const types = watched.flatMap((type) => [
    { name: type.name, place: type },
    { name: `${type.name}.prototype`, place: type.prototype },
  ])
  const methods = types.flatMap(({ name, place }) =>
    [...membersOf(place)].flatMap(([key, descriptor]) =>
      typeof descriptor?.value === 'function'
        ? [{ name: `${name}.${String(key)}`, place: descriptor.value }]
        : [],
    ),
  )
  return [...types, ...methods]
}

function membersOf(place: object): Members {
  return new Map(
    Reflect.ownKeys(place).map((key) => [key, Reflect.getOwnPropertyDescriptor(place, key)]),
  )
}

function undo(place: object, before: Members): PropertyKey[] {
  const after = membersOf(place)
  const changed = [...new Set([...before.keys(), ...after.keys()])].filter(
    (key) => !isSame(before.get(key), after.get(key)),
  )
  for (const key of changed) {
    const descriptor = before.get(key)
    if (descriptor === undefined) Reflect.deleteProperty(place, key)
    else Reflect.defineProperty(place, key, descriptor)
  }
  return changed
}

function isSame(one: PropertyDescriptor | undefined, other: PropertyDescriptor | undefined) {
  const parts = ['value', 'get', 'set', 'writable', 'enumerable', 'configurable'] as const
  return parts.every((part) => Object.is(one?.[part], other?.[part]))
}
