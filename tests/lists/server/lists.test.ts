import * as v from 'valibot'
import { expect } from 'vitest'
import { user as userSchema } from '../../../contract/users/user.ts'
import { createTestServer, type TestServer } from '../../support/server/server.ts'
import { test } from '../../support/server/server-test.ts'
import {
  changeUser,
  makeOrganization,
  makeUser,
  signInAdmin,
} from '../../support/worlds/factories.ts'
import { insertNumbered, userRow } from '../../support/worlds/fill.ts'
import { addUser, addUsers, fillLists, readPage } from '../../support/worlds/lists.ts'
import { reportScans } from '../../support/worlds/mail-factories.ts'

const names = v.array(v.object({ username: v.string() }))

async function fill(server: TestServer, count: number): Promise<void> {
  const users = Array.from({ length: count }, (_, made) => ({
    username: `person-${String(made).padStart(6, '0')}`,
    full_name: `Élan Name ${made}`,
  }))
  await addUsers(server, users, await makeOrganization(server))
}

/** Follows the links from page to page. */
async function readPages(server: TestServer, token: string, first: string) {
  const pages: string[][] = []
  for (let path: string | undefined = first; path !== undefined; ) {
    const { body, headers } = await server.get(path, { token })
    pages.push(v.parse(names, body).map(({ username }) => username))
    path = /^<([^>]+)>; rel="next"/.exec(headers.get('link') ?? '')?.[1]
  }
  return pages
}

test('the plain list contains all users with their risk and without passwords', {
  tags: ['R274', 'R275', 'R359'],
}, async ({ server }) => {
  const { token } = await signInAdmin(server, { username: 'the-admin' })
  const user = await makeUser(server, { password: 'a long password', is_active: 0, phone: '1' })
  await reportScans(server, user, [{ threat_level: 'malicious' }])
  const answer = await server.get('/api/admin/users', { token })
  expect(answer.headers.get('content-type')).toBe('application/json')
  expect(answer.headers.get('link')).toBeNull()
  const list = v.parse(v.array(userSchema), answer.body)
  expect(list.map(({ username }) => username)).toEqual(['the-admin', user.username])
  expect(answer.body).toMatchObject([{}, Object.assign({}, list[1])])
  expect(list[1]).toEqual({
    aliases: [],
    id: user.id,
    username: user.username,
    email: user.email,
    full_name: 'Test Person',
    role: 'employee',
    organization_id: user.organizationId,
    organization_name: expect.stringContaining('Organization'),
    department: '',
    phone: '1',
    is_active: false,
    risk_score: expect.closeTo(32.97, 1),
    has_consented: true,
  })
  expect(answer.text).not.toMatch(/password|argon2/)
})

test('a long list arrives complete, also in pages', {
  tags: ['R359'],
}, async ({ server, adminToken: token }) => {
  await fill(server, 620)
  const [whole = []] = await readPages(server, token, '/api/admin/users')
  expect(whole).toHaveLength(621)
  expect(new Set(whole).size).toBe(621)
  const pages = await readPages(server, token, '/api/admin/users?limit=100')
  expect(pages.map((page) => page.length)).toEqual([100, 100, 100, 100, 100, 100, 21])
  expect(pages.flat()).toEqual(whole)
  const exact = await readPages(server, token, '/api/admin/users?limit=207')
  expect(exact.map((page) => page.length)).toEqual([207, 207, 207])
})

test('the next page starts after the last user, though users are added and removed', {
  tags: ['R359'],
}, async ({ server, adminToken: token }) => {
  await fill(server, 6)
  const first = await server.get('/api/admin/users?limit=3', { token })
  const next = /^<([^>]+)>/.exec(first.headers.get('link') ?? '')?.[1] ?? ''
  await server.database.deleteFrom('users').where('username', '=', 'person-000001').execute()
  await makeUser(server, { username: 'newcomer' })
  expect((await readPages(server, token, next)).flat()).toEqual([
    'person-000002',
    'person-000003',
    'person-000004',
    'person-000005',
    'newcomer',
  ])
})

test('a search covers names, usernames and addresses in any case', {
  tags: ['R359'],
}, async ({ server }) => {
  const { token } = await signInAdmin(server, { username: 'the-admin' })
  await fill(server, 520)
  const found = async (q: string) =>
    (await readPages(server, token, `/api/admin/users?q=${encodeURIComponent(q)}`)).flat()
  expect(await found('PERSON-00051')).toHaveLength(10)
  expect(await found('éLAN name 519')).toEqual(['person-000519'])
  expect(await found('000007@FIRM')).toEqual(['person-000007'])
  expect(await found('  the-admin ')).toEqual(['the-admin'])
  for (const nothing of ['%', '_', "' or 1=1 --", 'no such user']) {
    expect(await found(nothing), nothing).toEqual([])
  }
  const pages = await readPages(server, token, '/api/admin/users?limit=4&q=person-00051')
  expect(pages.map((page) => page.length)).toEqual([4, 4, 2])
})

test.for([
  ['limit=0', 'limit: must be at least 1'],
  ['limit=501', 'limit: must be at most 500'],
  ['limit=1.5', 'limit: is not a whole number'],
  ['offset=10', 'offset: is not a known field'],
  ['q=%00', 'q: holds a character that cannot be kept'],
  [`q=${'x'.repeat(121)}`, 'q: must not be longer than 120'],
])('a list with %s is rejected', { tags: ['R376'] }, async ([query, detail], { server }) => {
  const { token } = await signInAdmin(server)
  for (const list of ['users', 'organizations']) {
    const answer = await server.get(`/api/admin/${list}?${query}`, { token })
    expect(answer).toMatchObject({ status: 422, detail })
  }
})

test('a small call is answered while a long list is still being written', async ({ server }) => {
  const { token } = await signInAdmin(server)
  await fill(server, 3000)
  const order: string[] = []
  const list = server.get('/api/admin/users', { token }).then(({ body }) => {
    order.push('list')
    return body
  })
  const small = server.get('/api/auth/me', { token }).then(() => order.push('small call'))
  await small
  expect(await list).toHaveLength(3001)
  expect(order).toEqual(['small call', 'list'])
})

test('a list that cannot be read is an error, not half a list', async ({ server }) => {
  const { token } = await signInAdmin(server)
  await server.database.schema.dropTable('scan_totals').execute()
  expect((await server.get('/api/admin/users', { token })).status).toBe(500)
  expect((await server.get('/api/admin/users?limit=5', { token })).status).toBe(500)
})

test('a client that leaves during a list is not a server error', async ({ server }) => {
  const { token } = await signInAdmin(server)
  await fill(server, 1000)
  const headers = { authorization: `Bearer ${token}` }
  const answer = await server.app.request('/api/admin/users', { headers })
  const reader = answer.body?.getReader()
  // The next chunk is already in progress.
  await reader?.read()
  await reader?.cancel()
  await server.get('/api/health')
  expect(server.logged).toEqual([])
})

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
  await changeUser(server, removed, { removed_at: '2026-01-01T00:00:00.000Z' })
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

test('later pages, whole lists and lists of others are not counted', async ({ server }) => {
  const { token } = await fillLists(server)
  const { next = '' } = await readPage(server, token, '/api/admin/users?limit=2')
  expect(await announced(server, token, next.replace('/api', ''))).toBeUndefined()
  expect(await announced(server, token, '/admin/users')).toBeUndefined()
  expect(await announced(server, token, '/flags/list?limit=2')).toBeUndefined()
  expect(await announced(server, token, '/admin/audit?limit=2')).toBeUndefined()
})

test('what many rows match is counted in several statements', async ({ server }) => {
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
  await changeUser(server, invited, { invitation_expires_at: day })
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
