import * as v from 'valibot'
import { expect } from 'vitest'
import { recordAct } from '../../../server/audit/record.ts'
import { createTestServer } from '../../support/server/server.ts'
import { test } from '../../support/server/server-test.ts'
import {
  makeOrganization,
  makeSession,
  makeUser,
  signInAdmin,
} from '../../support/worlds/factories.ts'
import {
  addUser,
  addUsers,
  fillLists,
  namesOf,
  readAll,
  readPage,
} from '../../support/worlds/lists.ts'
import { makeFlag } from '../../support/worlds/mail-factories.ts'

function compare(one: unknown, other: unknown): number {
  if (typeof one === 'number' && typeof other === 'number') return one - other
  return Buffer.compare(Buffer.from(String(one)), Buffer.from(String(other)))
}

const fold = (text: unknown) => String(text).normalize('NFKC').toLowerCase()

const sorted = [
  ['/api/admin/users', 'created_at', ({ id }) => id],
  ['/api/admin/users', 'name', ({ full_name }) => fold(full_name)],
  ['/api/admin/users', 'username', ({ username }) => fold(username)],
  ['/api/admin/users', 'email', ({ email }) => email],
  ['/api/admin/users', 'role', ({ role }) => role],
  ['/api/admin/users', 'status', ({ is_active }) => Number(is_active)],
  ['/api/admin/organizations', 'created_at', ({ id }) => id],
  ['/api/admin/organizations', 'name', ({ name }) => fold(name)],
  ['/api/flags/list', 'created_at', ({ id }) => id],
  ['/api/flags/list', 'value', ({ value }) => value],
  ['/api/flags/list', 'blocked_count', ({ blocked_count }) => Number(blocked_count ?? 0)],
  ['/api/admin/audit', 'at', ({ id }) => id],
] as const satisfies [string, string, (row: Record<string, unknown>) => unknown][]

test.for(sorted)(
  '%s sorted by %s comes in pages in both directions, ties by id',
  async ([path, sort, keyOf], { server }) => {
    const { token } = await fillLists(server)
    if (sort === 'blocked_count') {
      await server.database.updateTable('flags').set({ flag_type: 'red' }).execute()
    }
    const whole = await readAll(server, token, `${path}?limit=500`)
    expect(whole.length).toBeGreaterThanOrEqual(10)
    const ascending = whole.toSorted(
      (one, other) => compare(keyOf(one), keyOf(other)) || compare(one.id, other.id),
    )
    for (const limit of [1, 3, 10]) {
      const query = `?limit=${limit}&sort=${sort}`
      expect(await readAll(server, token, `${path}${query}&order=asc`)).toEqual(ascending)
      expect(await readAll(server, token, `${path}${query}&order=desc`)).toEqual(
        ascending.toReversed(),
      )
    }
  },
)

test.for([
  'sort=name',
  'sort=name&q=person',
  'sort=name&order=desc&q=pe',
  'q=person&role=employee',
])(
  'pages of %s have no gap and no double while rows are added and removed between them',
  async (query, { server, adminToken: token }) => {
    const kept: string[] = []
    for (let number = 0; number < 30; number += 1) {
      kept.push(
        await addUser(server, `person-${number}`, `Person ${String(number).padStart(2, '0')}`),
      )
    }
    const removed = kept.filter((_, position) => position % 5 === 2)
    const seen: unknown[] = []
    let round = 0
    let path: string | undefined = `/api/admin/users?limit=4&${query}`
    while (path !== undefined) {
      const { rows, next } = await readPage(server, token, path)
      seen.push(...rows.map(({ id }) => id))
      round += 1
      await addUser(server, `newcomer-person-${round}`, `Person ${round}5`)
      const [gone] = removed.splice(0, 1)
      if (gone !== undefined) await server.delete(`/api/admin/users/${gone}`, { token })
      path = next
    }
    expect(new Set(seen).size).toBe(seen.length)
    const staying = kept.filter((_, position) => position % 5 !== 2)
    expect(staying.filter((id) => !seen.includes(id))).toEqual([])
  },
)

test('a row that is removed when a page ended with it is where the next page goes on', async () => {
  await using server = await createTestServer()
  const { token } = await signInAdmin(server)
  for (const name of ['a', 'b', 'c', 'd', 'e']) await addUser(server, `person-${name}`, 'Same')
  const first = await readPage(server, token, '/api/admin/users?limit=2&sort=name&q=same')
  await server.delete(`/api/admin/users/${first.rows[1]?.id}`, { token })
  const rest = await readAll(server, token, first.next ?? '')
  expect(rest.map(({ username }) => username)).toEqual(['person-c', 'person-d', 'person-e'])
})

test('the link to the next page keeps the limit, the search, the filters and the sort', async () => {
  await using server = await createTestServer()
  const { token } = await signInAdmin(server)
  await addUser(server, 'a', 'Person & A')
  await addUser(server, 'b', 'Person & B')
  const given = { limit: '1', q: 'person &', role: 'employee', sort: 'name', order: 'desc' }
  const query = new URLSearchParams(given)
  const { next } = await readPage(server, token, `/api/admin/users?${query}`)
  const { cursor, ...kept } = Object.fromEntries(new URLSearchParams(next?.split('?')[1]))
  expect(kept).toEqual(given)
  expect(cursor).toMatch(/^[\w-]+$/)
})

test('the cursor of another list, sort or filter is refused, and any other text', async () => {
  await using server = await createTestServer()
  const { token } = await fillLists(server)
  const cursorOf = async (path: string) => {
    const { next } = await readPage(server, token, path)
    return new URLSearchParams(next?.split('?')[1]).get('cursor') ?? ''
  }
  const users = '/api/admin/users?limit=1'
  const cursor = await cursorOf(`${users}&sort=name&q=anna`)
  const foreign = async (path: string, given: string) =>
    server.get(`${path}&cursor=${encodeURIComponent(given)}`, { token })
  for (const path of [
    users,
    `${users}&q=anna`,
    `${users}&sort=name`,
    `${users}&sort=name&q=ann`,
    `${users}&sort=name&q=anna&order=desc`,
    `${users}&sort=name&q=anna&role=employee`,
    `${users}&sort=status&q=anna`,
    '/api/admin/organizations?limit=1&sort=name&q=anna',
  ]) {
    expect(await foreign(path, cursor), path).toMatchObject({
      status: 422,
      detail: 'cursor: belongs to another list, sort or filter',
      code: 'invalid_input',
      fields: [{ field: 'cursor', code: 'other_list', params: {} }],
    })
  }
  const same = await foreign('/api/admin/users?limit=9&q=ANNA&sort=name&order=asc', cursor)
  expect(same.status).toBe(422)
  expect(
    (await foreign('/api/admin/users?limit=9&sort=name&q=anna&order=asc', cursor)).status,
  ).toBe(200)
  const [digest] = v.parse(
    v.array(v.unknown()),
    JSON.parse(Buffer.from(cursor, 'base64url').toString()),
  )
  const forge = (content: unknown) => Buffer.from(JSON.stringify(content)).toString('base64url')
  for (const forged of [
    'x',
    '',
    '01a20098-6d32-7000-b3ff-04f9a91e8a77',
    forge(null),
    forge([digest]),
    forge([digest, 1, 'x']),
    forge([digest, null, 'x']),
    forge([digest, 'x\0', 'x']),
    forge([digest, '\ud800', 'x']),
    forge([digest, 'x', { a: 1 }]),
    forge([digest, 'x', 'x', 'x']),
  ]) {
    expect((await foreign(`${users}&sort=name&q=anna`, forged)).status, forged).toBe(422)
  }
  const statusCursor = await cursorOf(`${users}&sort=status`)
  const [statusDigest] = v.parse(
    v.array(v.unknown()),
    JSON.parse(Buffer.from(statusCursor, 'base64url').toString()),
  )
  for (const key of ['x', 1e300, 0.5]) {
    const answer = await foreign(`${users}&sort=status`, forge([statusDigest, key, 'x']))
    expect(answer.status, String(key)).toBe(422)
  }
})

test('users are filtered by role, organization and status, none by organization too', async () => {
  await using server = await createTestServer()
  const { admin, token } = await signInAdmin(server)
  const organizationId = await makeOrganization(server)
  await makeUser(server, { organizationId, full_name: 'Lead', role: 'team_lead' })
  await makeUser(server, { organizationId, full_name: 'Gone', is_active: 0 })
  await addUser(server, 'alone', 'Alone')
  for (const [query, names] of [
    ['role=team_lead', ['Lead']],
    ['role=super_admin', ['Test Person']],
    [`organization_id=${organizationId}`, ['Lead', 'Gone']],
    [`organization_id=${organizationId}&status=active`, ['Lead']],
    [`organization_id=${admin.organizationId}&role=team_lead`, []],
    ['organization_id=none', ['Alone']],
    ['organization_id=unknown', []],
    ['status=inactive', ['Gone']],
    ['status=inactive&q=alone', []],
    ['q=alone&organization_id=none', ['Alone']],
  ] as const) {
    expect(await namesOf(server, token, query), query).toEqual(names)
    expect(await namesOf(server, token, `limit=1&${query}`), query).toEqual(names)
    const byName = await namesOf(server, token, `limit=1&sort=name&order=desc&${query}`)
    expect(byName, query).toEqual(names.toSorted().toReversed())
  }
})

test('organizations are filtered by industry, flags by type, and the audit trail by who, what and whom', async () => {
  await using server = await createTestServer()
  const { admin, token } = await fillLists(server)
  const other = {
    actor_id: (await makeUser(server)).id,
    actor_role: 'employee',
    address: '',
  } as const
  await recordAct(server, server.database, other, {
    action: 'flag-add',
    target: 'flag',
    targetId: 'other',
  })
  const count = async (path: string) => (await readAll(server, token, `${path}&limit=2`)).length
  expect(await count('/api/admin/organizations?industry=other')).toBe(5)
  expect(await count('/api/admin/organizations?industry=other&q=anna')).toBe(2)
  expect(await count('/api/admin/organizations?industry=insurance')).toBe(0)
  expect(await count('/api/flags/list?flag_type=red')).toBe(5)
  expect(await count('/api/flags/list?flag_type=red&q=1.ex')).toBe(1)
  expect(await count('/api/admin/audit?action=flag-add')).toBe(6)
  expect(await count(`/api/admin/audit?actor_id=${admin.id}`)).toBe(10)
  expect(await count(`/api/admin/audit?actor_id=${admin.id}&action=flag-remove`)).toBe(5)
  expect(await count(`/api/admin/audit?actor_id=${other.actor_id}`)).toBe(1)
  expect(await count('/api/admin/audit?target_id=other')).toBe(1)
  expect(await count('/api/admin/audit?target_id=unknown')).toBe(0)
})

test('flags are searched by value and reason, are one user’s own, and the counts are of all', async () => {
  await using server = await createTestServer()
  const [one, other] = [await makeUser(server), await makeUser(server)]
  const token = await makeSession(server, one)
  await makeFlag(server, one, { flag_type: 'red', value: 'spam.example', reason: 'Élan 100%' })
  await makeFlag(server, one, { flag_type: 'green', value: 'friend.example' })
  await makeFlag(server, one, { flag_type: 'green', value: 'partner.jo' })
  await makeFlag(server, other, { flag_type: 'red', value: 'spam.example', reason: 'Élan' })
  const values = async (query: string) =>
    (await readAll(server, token, `/api/flags/list?${query}`)).map(({ value }) => value)
  expect(await values('q=SPAM')).toEqual(['spam.example'])
  expect(await values(`q=${encodeURIComponent('éLAN 100%')}`)).toEqual(['spam.example'])
  expect(await values('q=example&limit=1')).toEqual(['friend.example', 'spam.example'])
  expect(await values('q=_')).toEqual([])
  const answer = await server.get('/api/flags/list?flag_type=red&limit=1', { token })
  expect(answer.body).toMatchObject({ total: 3, green_count: 2, red_count: 1 })
  expect(answer.headers.get('link')).toBeNull()
  expect(await values('')).toEqual(['partner.jo', 'friend.example', 'spam.example'])
})

test('a term of one or two letters is found wherever it stands', async ({ server }) => {
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

test.for([
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
])('a search for %s is for these letters and nothing else', async (term, { server }) => {
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

test.for(['AND', 'x OR y', 'Qu*', 'NOT', 'a_c', 'a%c', '" OR search_text : "quote'])(
  'a search for %s finds nothing where it does not stand',
  async (term, { server, adminToken: token }) => {
    await addUser(server, 'user-1', 'Quote abc')
    expect(await namesOf(server, token, `limit=5&q=${encodeURIComponent(term)}`)).toEqual([])
  },
)

test.for(['%00', 'ab%00cd', 'a%0Ab', '%C2%85ab'])(
  'a search for %s is refused',
  { tags: ['R376'] },
  async (q, { server, adminToken: token }) => {
    for (const path of ['/api/admin/users', '/api/admin/organizations', '/api/flags/list']) {
      expect((await server.get(`${path}?q=${q}`, { token })).status).toBe(422)
    }
  },
)

test('half a surrogate pair in a query is no letter of any name', async ({ server }) => {
  const { token } = await signInAdmin(server)
  expect(await namesOf(server, token, 'limit=5&q=%ED%A0%80')).toEqual([])
})

test('a search knows what users are called now, and no removed user', async ({ server }) => {
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
