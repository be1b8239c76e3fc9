import { expect, test } from 'vitest'
import { createTestServer, type TestServer } from '../../support/server/server.ts'
import { signInAdmin } from '../../support/worlds/admin.ts'
import { makeOrganization, makeUser } from '../../support/worlds/factories.ts'
import { insertNumbered, userRow } from '../../support/worlds/fill.ts'
import { addUser, fillLists, readPage } from '../../support/worlds/lists.ts'

async function announced(server: TestServer, token: string, path: string) {
  const { headers } = await server.get(`/api${path}`, { token })
  const [, list, found, total] =
    /<([^>]+)>; rel="search"; found="(\d+)"; total="(\d+)"/.exec(headers.get('link') ?? '') ?? []
  return list === undefined ? undefined : { list, found: Number(found), total: Number(total) }
}

test('the first page of users and of organizations says that it is searched, how many were found and of how many', async () => {
  await using server = await createTestServer()
  const { token } = await fillLists(server)
  const removed = await addUser(server, 'gone')
  await server.database
    .updateTable('users')
    .set({ removed_at: '2026-01-01T00:00:00.000Z' })
    .where('id', '=', removed)
    .execute()
  const ofUsers = (query: string) => announced(server, token, `/admin/users?limit=2${query}`)
  const list = '/api/admin/users'
  expect(await ofUsers('')).toEqual({ list, found: 11, total: 11 })
  expect(await ofUsers('&sort=name')).toEqual({ list, found: 11, total: 11 })
  expect(await ofUsers('&q=anna')).toEqual({ list, found: 3, total: 11 })
  expect(await ofUsers('&q=an')).toEqual({ list, found: 3, total: 11 })
  expect(await ofUsers('&role=team_lead&status=inactive')).toEqual({ list, found: 2, total: 11 })
  expect(await ofUsers('&q=gone')).toEqual({ list, found: 0, total: 11 })
  expect(await announced(server, token, '/admin/organizations?limit=3&industry=other')).toEqual({
    list: '/api/admin/organizations',
    found: 5,
    total: 11,
  })
})

test('later pages, whole lists and lists of others are not counted', async () => {
  await using server = await createTestServer()
  const { token } = await fillLists(server)
  const { next = '' } = await readPage(server, token, '/api/admin/users?limit=2')
  expect(await announced(server, token, next.replace('/api', ''))).toBeUndefined()
  expect(await announced(server, token, '/admin/users')).toBeUndefined()
  expect(await announced(server, token, '/flags/list?limit=2')).toBeUndefined()
  expect(await announced(server, token, '/admin/audit?limit=2')).toBeUndefined()
})

test('what many rows match is counted in several statements', async () => {
  await using server = await createTestServer()
  const { token } = await signInAdmin(server)
  await insertNumbered(server.database, 4500, 'users', userRow(0, await makeOrganization(server)))
  const found = async (query: string) =>
    (await announced(server, token, `/admin/users?limit=1${query}`))?.found
  expect(await found('')).toBe(4501)
  expect(await found('&q=person')).toBe(4501)
  expect(await found('&q=person%20number&role=employee')).toBe(4500)
  expect(await found('&role=employee&status=inactive')).toBe(0)
  expect(await found('&need=invitation')).toBe(0)
})

test('one row is found by its id, and a user with the name of the organization', async () => {
  await using server = await createTestServer()
  const { token } = await signInAdmin(server)
  const organizationId = await makeOrganization(server, { name: 'Cedar' })
  const { id } = await makeUser(server, { organizationId })
  const read = async (path: string) => (await readPage(server, token, `/api/admin${path}`)).rows
  expect(await read(`/users?id=${id}`)).toMatchObject([{ id, organization_name: 'Cedar' }])
  expect(await read('/users?id=unknown')).toEqual([])
  expect(await read(`/organizations?id=${organizationId}`)).toMatchObject([{ name: 'Cedar' }])
})

test('users are filtered by what they lack, and organizations by a silent gateway', async () => {
  await using server = await createTestServer()
  const { token } = await signInAdmin(server)
  const day = '2026-01-01T00:00:00.000Z'
  const invited = await addUser(server, 'invited')
  await server.database
    .updateTable('users')
    .set({ invitation_expires_at: day })
    .where('id', '=', invited)
    .execute()
  const quiet = await makeOrganization(server)
  await server.database
    .insertInto('arrivals')
    .values({ organization_id: quiet, last_report_at: day, silent_since: day })
    .execute()
  for (const [path, id] of [
    ['users?need=invitation', invited],
    ['users?limit=1&sort=name&need=invitation', invited],
    ['organizations?gateway=silent', quiet],
  ]) {
    const { rows } = await readPage(server, token, `/api/admin/${path}`)
    expect(
      rows.map((row) => row.id),
      path,
    ).toEqual([id])
  }
})
