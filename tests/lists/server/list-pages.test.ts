import * as v from 'valibot'
import { expect, test } from 'vitest'
import { createTestServer } from '../../support/server/server.ts'
import { signInAdmin } from '../../support/worlds/admin.ts'
import { addUser, fillLists, readAll, readPage } from '../../support/worlds/lists.ts'

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

test.each(sorted)(
  '%s sorted by %s comes in pages in both directions, ties by id',
  async (path, sort, keyOf) => {
    await using server = await createTestServer()
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

test.each([
  'sort=name',
  'sort=name&q=person',
  'sort=name&order=desc&q=pe',
  'q=person&role=employee',
])(
  'pages of %s have no gap and no double while rows are added and removed between them',
  async (query) => {
    await using server = await createTestServer()
    const { token } = await signInAdmin(server)
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
