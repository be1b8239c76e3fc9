import { cleanStores } from 'nanostores'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { adminDashboard } from '../../../src/lib/admin/admin.ts'
import { $router } from '../../../src/lib/core/navigation/router.ts'
import { $foundUsers, $userFilter, sortUsers, type UserSort } from '../../../src/lib/users/users.ts'

const organizations = [
  { id: 7, name: 'Zarqa Bank' },
  { id: '8', name: 'Amman Clinic' },
]

const users = [
  { id: 1, username: 'b2', email: 'x@one.example', full_name: 'basma', organization_id: 7 },
  { id: 2, username: 'b10', email: 'y@one.example', full_name: 'Adam', organization_id: '8' },
  { id: 3, username: 'b1', email: null, full_name: null, organization_id: null, risk_score: 100 },
  {
    id: 4,
    username: 'b3',
    email: 'w@one.example',
    full_name: 'Éva',
    organization_id: 8,
    role: 'super_admin',
    is_active: false,
    risk_score: 9.5,
  },
]

const found = () => $foundUsers.get().map(({ id }) => id)
const untouched = { ...$userFilter.get() }
let stop: () => void

async function load(listed: readonly object[] = users) {
  const answers: Record<string, unknown> = {
    '/api/admin/dashboard': {},
    '/api/admin/users': listed,
    '/api/admin/organizations': organizations,
  }
  vi.stubGlobal('fetch', async (url: string) => Response.json(answers[url.split('?')[0] ?? '']))
  await adminDashboard.reload()
}

beforeEach(() => {
  stop = $foundUsers.listen(() => {})
  return load()
})

afterEach(() => {
  stop()
  $router.open('/')
  $userFilter.set(untouched)
  cleanStores($foundUsers, adminDashboard.$resource)
  vi.unstubAllGlobals()
})

test.each([
  ['byName', [3, 2, 1, 4]],
  ['byUsername', [3, 1, 4, 2]],
  ['byRole', [1, 2, 3, 4]],
  ['byOrganization', [3, 2, 4, 1]],
  ['byStatus', [1, 2, 3, 4]],
  ['byRisk', [3, 4, 2, 1]],
] as const satisfies readonly (readonly [UserSort, readonly number[]])[])(
  'users sorted %s are in natural order',
  (sort, order) => {
    sortUsers(sort)
    expect(found()).toEqual(order)
    $userFilter.setKey('isReversed', true)
    expect(found()).toEqual(order.toReversed())
  },
)

test('a new sort starts in its own direction, regardless of the previous one', () => {
  $userFilter.setKey('isReversed', true)
  sortUsers('byRisk')
  expect(found()[0]).toBe(3)
  sortUsers('no such sort')
  expect($userFilter.get()).toMatchObject({ sort: 'byName', isReversed: false })
})

test.each([
  [{ search: ' ADAM ' }, [2]],
  [{ search: 'one.example', organization: '8' }, [2, 4]],
  [{ organization: '7' }, [1]],
  [{ role: 'super_admin' }, [4]],
  [{ role: 'employee', status: 'active' }, [3, 2, 1]],
  // The end of a name and the beginning of a username are no text.
  [{ search: 'damb10' }, []],
])('filtering by %j finds %j', (filter, ids) => {
  $userFilter.set({ ...untouched, ...filter })
  expect(found()).toEqual(ids)
})

const invitation_expires_at = '2026-03-01T00:00:00Z'
const needy = [
  { id: 1, full_name: 'a' },
  { id: 2, full_name: 'b', second_factors: 1, organization_id: 7, mailbox: 'failing' },
  { id: 3, full_name: 'c', invitation_expires_at, may_be_invited: true },
  { id: 4, full_name: 'd', invitation_expires_at, is_active: false },
  { id: 5, full_name: 'e', is_active: false },
  { id: 6, full_name: 'f', may_be_invited: true, organization_id: 7 },
]

test.each([
  ['invitation', [3]],
  ['factor', [1]],
  ['mailbox', [6]],
  ['failing-mailbox', [2]],
  ['', [1, 2, 3, 4, 5, 6]],
  ['of a newer site', [1, 2, 3, 4, 5, 6]],
])('of active users, those who miss "%s" are %j', async (need, ids) => {
  await load(needy)
  $userFilter.setKey('need', need)
  expect(found()).toEqual(ids)
})

test('users are found by another address, in any case', async () => {
  await load([{ id: 1, aliases: ['Accounts@one.example'] }, { id: 2 }])
  $userFilter.setKey('search', 'accounts@ONE')
  expect(found()).toEqual([1])
})

test('the filter is in the address, without the search', () => {
  $router.open('/dashboard/admin?tab=users&role=employee&organization=7&status=active&need=factor')
  const stopFollowing = $userFilter.listen(() => undefined)
  const given = { role: 'employee', organization: '7', status: 'active', need: 'factor' }
  expect($userFilter.get()).toMatchObject({ ...given, search: '', sort: 'byName' })
  $userFilter.set({ ...untouched, search: 'rania', role: 'team_lead' })
  expect($router.get()?.search).toEqual({ tab: 'users', role: 'team_lead' })
  stopFollowing()
})
