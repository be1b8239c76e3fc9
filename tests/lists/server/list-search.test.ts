import { expect, test } from 'vitest'
import { createTestServer } from '../../support/server/server.ts'
import { signInAdmin } from '../../support/worlds/admin.ts'
import { makeOrganization, makeUser } from '../../support/worlds/factories.ts'
import { addUser, addUsers, namesOf, readAll } from '../../support/worlds/lists.ts'

test('a term of one or two letters is found wherever it stands', async () => {
  await using server = await createTestServer()
  const { token } = await signInAdmin(server)
  for (const name of ['Xu Qi', 'Ana Exq', '王小明', 'رانيا', 'Ñu']) {
    await addUser(server, `user-${Buffer.from(name).toString('hex')}`, name)
  }
  expect(await namesOf(server, token, 'limit=1&q=XU')).toEqual(['Xu Qi'])
  expect(await namesOf(server, token, 'limit=1&q=q')).toEqual(['Xu Qi', 'Ana Exq'])
  expect(await namesOf(server, token, 'limit=1&sort=name&order=desc&q=q')).toEqual([
    'Xu Qi',
    'Ana Exq',
  ])
  expect(await namesOf(server, token, `limit=1&q=${encodeURIComponent('小')}`)).toEqual(['王小明'])
  expect(await namesOf(server, token, `limit=1&q=${encodeURIComponent('小明')}`)).toEqual([
    '王小明',
  ])
  expect(await namesOf(server, token, `limit=1&q=${encodeURIComponent('ني')}`)).toEqual(['رانيا'])
  expect(await namesOf(server, token, `q=${encodeURIComponent('ñ')}`)).toEqual(['Ñu'])
  expect(await namesOf(server, token, `q=${encodeURIComponent('رانيا')}`)).toEqual(['رانيا'])
})

test('a search among more rows than one statement looks at finds the rare and the frequent', async () => {
  await using server = await createTestServer()
  const { token } = await signInAdmin(server)
  const count = 4500
  const users = Array.from({ length: count }, (_, number) => ({
    username: `person-${number}`,
    full_name: number % 2000 === 1999 ? `Qz Rare ${number}` : `Person ${number}`,
  }))
  await addUsers(server, users)
  const rare = ['Qz Rare 1999', 'Qz Rare 3999']
  for (const limit of ['limit=1', 'limit=2', 'limit=500', '']) {
    expect(await namesOf(server, token, `${limit}&q=qz`)).toEqual(rare)
    expect(await namesOf(server, token, `${limit}&q=qz&sort=name&order=desc`)).toEqual(
      rare.toReversed(),
    )
    expect(await namesOf(server, token, `${limit}&q=qz rare`)).toEqual(rare)
    expect(await namesOf(server, token, `${limit}&q=qz&role=employee&status=active`)).toEqual(rare)
  }
  for (const q of ['pe', 'person', 'firm.example']) {
    const found = await namesOf(server, token, `limit=500&sort=name&q=${q}`)
    const people = found.filter((name) => name !== 'Test Person')
    expect(new Set(people).size, q).toBe(count)
    expect(people, q).toHaveLength(count)
  }
})

const hostile = `Quote"'s AND (x* OR y) NEAR/2 -z ^a: 100%_\\ {b} + "" --`

test.each([
  '"',
  `"'s`,
  'AND (x',
  'x*',
  '*',
  'NEAR/2',
  '-z ^a',
  '100%',
  '%_\\',
  '%',
  '_',
  '\\',
  '{b} +',
  '"" --',
  hostile,
])('a search for %s is for these letters and nothing else', async (term) => {
  await using server = await createTestServer()
  const { token } = await signInAdmin(server)
  await addUser(server, 'user-1', hostile)
  await addUser(server, 'user-2', 'quotes and x or y near z a 100 b')
  const users = await namesOf(server, token, `limit=5&q=${encodeURIComponent(term)}`)
  expect(users.filter((name) => name !== 'Test Person')).toEqual([hostile])
  await makeOrganization(server, { name: hostile })
  const q = encodeURIComponent(term)
  const organizations = await readAll(server, token, `/api/admin/organizations?limit=5&q=${q}`)
  expect(organizations.map(({ name }) => name)).toEqual([hostile])
})

test.each(['AND', 'x OR y', 'Qu*', 'NOT', 'a_c', 'a%c', '" OR search_text : "quote'])(
  'a search for %s finds nothing where it does not stand',
  async (term) => {
    await using server = await createTestServer()
    const { token } = await signInAdmin(server)
    await addUser(server, 'user-1', 'Quote abc')
    expect(await namesOf(server, token, `limit=5&q=${encodeURIComponent(term)}`)).toEqual([])
  },
)

test.each(['%00', 'ab%00cd', 'a%0Ab', '%C2%85ab'])(
  'a search for %s is refused',
  { tags: ['R376'] },
  async (q) => {
    await using server = await createTestServer()
    const { token } = await signInAdmin(server)
    for (const path of ['/api/admin/users', '/api/admin/organizations', '/api/flags/list']) {
      expect((await server.get(`${path}?q=${q}`, { token })).status).toBe(422)
    }
  },
)

test('half a surrogate pair in a query is no letter of any name', async () => {
  await using server = await createTestServer()
  const { token } = await signInAdmin(server)
  expect(await namesOf(server, token, 'limit=5&q=%ED%A0%80')).toEqual([])
})

test('a search knows what users are called now, and no removed user', async () => {
  await using server = await createTestServer()
  const { token } = await signInAdmin(server)
  const user = await makeUser(server, { full_name: 'Old Name', username: 'old-user' })
  const found = (q: string) => namesOf(server, token, `limit=5&q=${encodeURIComponent(q)}`)
  const change = {
    ...{ id: user.id, username: 'new-user', email: 'new@firm.example', full_name: 'New Näme' },
    ...{ role: 'employee', organization_id: user.organizationId, password: '' },
  }
  const saved = await server.post('/api/admin/users/detailed', { token, body: change })
  expect(saved.status).toBe(200)
  for (const q of ['old', 'old name', 'old-user', user.email]) expect(await found(q)).toEqual([])
  for (const q of ['NÄME', 'new-user', 'NEW@FIRM', 'nä'])
    expect(await found(q)).toEqual(['New Näme'])
  const audit = await readAll(server, token, `/api/admin/audit?target_id=${user.id}`)
  expect(audit.map(({ detail }) => detail)).toEqual(['username, email, full_name'])
  expect((await server.delete(`/api/admin/users/${user.id}`, { token })).status).toBe(200)
  for (const q of ['näme', 'new-user', 'new@firm', 'nä', user.id])
    expect(await found(q)).toEqual([])
})
