import { cleanStores } from 'nanostores'
import { afterEach, expect, test, vi } from 'vitest'
import { adminDashboard, userList } from '../../../src/lib/admin/admin.ts'
import { $router } from '../../../src/lib/core/navigation/router.ts'
import { forgetUser } from '../../../src/lib/core/storage/forget.ts'
import { dropToken, keepToken } from '../../../src/lib/core/storage/token.ts'
import { searchOrganizations } from '../../../src/lib/organizations/organization-choices.ts'
import {
  $foundOrganizations,
  $organizationFilter,
  $organizationSort,
} from '../../../src/lib/organizations/organizations.ts'
import {
  $foundUsers,
  $knowsAliases,
  $userFilter,
  $userSort,
  sortUsers,
} from '../../../src/lib/users/users.ts'
import { createTestServer, type TestServer } from '../../support/server/server.ts'
import { changeUser, findUser, makeSession, makeUser } from '../../support/worlds/factories.ts'
import { fillOrganizations, insertNumbered, userRow } from '../../support/worlds/fill.ts'

const users = '/api/admin/users'
const organizations = '/api/admin/organizations'
let asked: string[] = []
let close = () => {}

afterEach(() => {
  close()
  forgetUser()
  $router.open('/')
  cleanStores(adminDashboard.$resource, $foundUsers, $foundOrganizations, userList.$list)
  vi.unstubAllGlobals()
})

type Send = (path: string, options?: RequestInit) => Promise<Response> | Response

/** Opens the dashboard of a backend that answers like this. */
async function open(send: Send, token = 'a token'): Promise<void> {
  vi.stubGlobal('fetch', (path: string, options: RequestInit) => {
    asked.push(path)
    return send(path, options)
  })
  keepToken(token)
  asked = []
  const stops = [
    adminDashboard.$resource.listen(() => {}),
    $foundUsers.listen(() => {}),
    $foundOrganizations.listen(() => {}),
  ]
  close = () => {
    for (const stop of stops) stop()
    dropToken(token)
  }
  await expect.poll(isLoaded).toBe(true)
}

function isLoaded(): boolean {
  const resource = adminDashboard.$resource.get()
  return resource.status === 'loaded' && !resource.isReloading
}

/** Calls of the users since the last time. */
const callsOfUsers = () => {
  const calls = asked.filter((path) => path.startsWith(users))
  asked = []
  return calls.map((path) => path.slice(users.length))
}

async function fill(server: TestServer, count: number, firms: number): Promise<Send> {
  const organization = await fillOrganizations(server.database, firms)
  await insertNumbered(server.database, count, 'users', userRow(0, organization))
  return (path, options) => server.app.request(path, options)
}

async function openLong(server: TestServer): Promise<void> {
  const send = await fill(server, 600, 600)
  const admin = await makeUser(server, { role: 'super_admin', full_name: 'Amal' })
  await open(send, await makeSession(server, admin))
}

const long = () => {
  const list = userList.$list.get()
  return list?.isLong ? list : expect.fail('not a long list')
}

test('of a long list 50 users are loaded, and the server searches, filters and sorts it', {
  tags: ['R248', 'R359'],
}, async () => {
  await using server = await createTestServer()
  await openLong(server)
  expect(callsOfUsers()).toEqual(['?sort=name&limit=50'])
  expect(long()).toMatchObject({ found: 601, total: 601, hasMore: true })
  expect($foundUsers.get()).toHaveLength(50)
  expect($foundUsers.get()[0]).toMatchObject({ full_name: 'Amal' })

  $userFilter.setKey('search', 'number 59 ')
  await expect.poll(() => long().found).toBe(11)
  expect(callsOfUsers()).toEqual(['?sort=name&q=number+59&limit=50'])
  const [first] = $foundUsers.get()
  expect(first).toMatchObject({ username: 'person-59', organization_name: 'Firm 60' })

  $userFilter.set({ ...$userFilter.get(), search: '', role: 'super_admin', isReversed: true })
  await expect.poll(() => long().found).toBe(1)
  expect($foundUsers.get()).toMatchObject([{ full_name: 'Amal' }])
  $userFilter.setKey('role', '')
  await expect.poll(() => $foundUsers.get()[0]?.username).toBe('person-99')
  expect(long()).toMatchObject({ found: 601, total: 601 })
})

test('only the answer to what was typed last counts, and each word is one request', async () => {
  await using server = await createTestServer()
  await openLong(server)
  callsOfUsers()
  for (const typed of ['p', 'pe', 'person-1', 'person-12']) $userFilter.setKey('search', typed)
  await expect.poll(() => long().found).toBe(11)
  expect(callsOfUsers()).toEqual(['?sort=name&q=person-12&limit=50'])
})

test('a filter in the address that the server does not know leaves no user out', async () => {
  await using server = await createTestServer()
  $router.open('/dashboard/admin?tab=users&role=super_admin&need=of-a-newer-site')
  await openLong(server)
  await expect.poll(() => long().found).toBe(1)
  expect(callsOfUsers()).toEqual(['?sort=name&limit=50', '?sort=name&role=super_admin&limit=50'])
})

test('the next page comes after the rows, and a reload brings as many as were shown, in place', async () => {
  await using server = await createTestServer()
  await openLong(server)
  await userList.more()
  expect($foundUsers.get()).toHaveLength(100)
  const second = $foundUsers.get()[70]
  await changeUser(server, String(second?.id), { is_active: 0 })
  callsOfUsers()
  await adminDashboard.reload()
  expect(callsOfUsers()).toEqual(['?sort=name&limit=100'])
  expect($foundUsers.get()).toHaveLength(100)
  expect($foundUsers.get()[70]).toMatchObject({ id: second?.id, is_active: false })
  expect(long().hasMore).toBe(true)
})

test('a long list offers the sorts that cost reports nothing, and keeps a chosen one for short lists', async () => {
  await using server = await createTestServer()
  sortUsers('byRisk')
  await openLong(server)
  expect($userSort.get()).toMatchObject({ sort: 'byName' })
  expect($userSort.get().sorts).toEqual(['byName', 'byUsername', 'byEmail', 'byStatus'])
  expect($organizationSort.get().sorts).toEqual(['byName', 'byCreated'])
  callsOfUsers()
  sortUsers('byStatus')
  await expect.poll(() => asked.length).toBe(1)
  $userFilter.setKey('isReversed', true)
  await expect.poll(() => asked.length).toBe(2)
  expect(callsOfUsers()).toEqual(['?sort=status&order=desc&limit=50', '?sort=status&limit=50'])
  $organizationFilter.setKey('sort', 'byCreated')
  await expect.poll(() => asked).toEqual([`${organizations}?sort=created_at&order=desc&limit=50`])
})

test('a row that is not loaded is found by its id, and organizations are chosen by a search', async () => {
  await using server = await createTestServer()
  await openLong(server)
  const last = await findUser(server, { username: 'person-99' })
  expect(await userList.find(last.id)).toMatchObject({ username: 'person-99' })
  expect(await userList.find('unknown')).toBeUndefined()
  expect($knowsAliases.get()).toBe(true)
  const first = await searchOrganizations(' Firm ', undefined)
  expect(first.total).toBe(600)
  expect(first.choices.slice(0, 2)).toMatchObject([{ label: 'Firm 1' }, { label: 'Firm 10' }])
  const second = await searchOrganizations(' Firm ', first.next)
  expect(second).toMatchObject({ total: 600 })
  expect(second.choices[0]).not.toEqual(first.choices[0])
  expect(await searchOrganizations('firm 599', undefined)).toMatchObject({ total: 1 })
})

test('a search that fails keeps the list and can be tried again, as can the next page', async () => {
  await using server = await createTestServer()
  const send = await fill(server, 600, 1)
  let isDown = false
  const admin = await makeUser(server, { role: 'super_admin' })
  await open(
    (path, options) => (isDown ? new Response('', { status: 500 }) : send(path, options)),
    await makeSession(server, admin),
  )
  isDown = true
  await userList.more()
  expect(long()).toMatchObject({ failed: 'more', pending: 'none' })
  expect($foundUsers.get()).toHaveLength(50)
  $userFilter.setKey('search', 'number 59')
  await expect.poll(() => long().failed).toBe('rows')
  isDown = false
  await userList.search()
  expect(long()).toMatchObject({ failed: 'none', found: 11 })
})

test('a list of at most one page is loaded whole and searched here', async () => {
  await using server = await createTestServer()
  const send = await fill(server, 120, 1)
  const admin = await makeUser(server, { role: 'super_admin' })
  await open(send, await makeSession(server, admin))
  const calls = callsOfUsers().map((call) => call.replace(/cursor=[^&]+/, 'cursor=…'))
  expect(calls).toEqual(['?sort=name&limit=50', '?limit=500&cursor=…&sort=name'])
  expect($foundUsers.get()).toHaveLength(121)
  expect($userSort.get().sorts).toContain('byRisk')
  $userFilter.setKey('search', 'number 11')
  expect($foundUsers.get()).toHaveLength(11)
  expect(callsOfUsers()).toEqual([])
})

test.each([
  ['without a link', null, ['?sort=name&limit=50']],
  ['with pages alone', '</api/admin/users?limit=50&cursor=2>; rel="next"', undefined],
  [
    'with a search that does not count',
    '</api/admin/users>; rel="search"',
    ['?sort=name&limit=50'],
  ],
])(
  'the list of a backend %s is loaded whole, and a filter asks for nothing',
  async (_, link, calls) => {
    const rows = Array.from({ length: 700 }, (_, id) => ({ id, full_name: `Person ${id}` }))
    await open((path) => {
      if (path.includes('dashboard')) return Response.json({})
      if (!path.startsWith(users)) return Response.json([])
      if (link === null || !link.includes('next')) {
        return Response.json(rows, { headers: link === null ? {} : { link } })
      }
      const query = new URLSearchParams(path.split('?')[1])
      const start = Number(query.get('cursor') ?? 0)
      const end = start + Number(query.get('limit'))
      const next = { link: `<?limit=${query.get('limit')}&cursor=${end}>; rel="next"` }
      return Response.json(rows.slice(start, end), { headers: end < rows.length ? next : {} })
    })
    expect($foundUsers.get()).toHaveLength(700)
    expect(callsOfUsers()).toEqual(
      calls ?? ['?sort=name&limit=50', '?limit=500', '?limit=500&cursor=500'],
    )
    $userFilter.setKey('search', 'Person 69')
    expect($foundUsers.get()).toHaveLength(11)
    expect(asked).toEqual([])
  },
)
