import { cleanStores } from 'nanostores'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { adminDashboard } from '../../src/lib/screens/admin.ts'
import { $foundUsers, $userFilter, sortUsers, type UserSort } from '../../src/lib/screens/users.ts'

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

beforeEach(async () => {
  const answers: Record<string, unknown> = {
    '/api/admin/dashboard': {},
    '/api/admin/users': users,
    '/api/admin/organizations': organizations,
  }
  vi.stubGlobal('fetch', async (url: string) => Response.json(answers[url.split('?')[0] ?? '']))
  stop = $foundUsers.listen(() => {})
  await expect.poll(() => adminDashboard.$resource.get().status).toBe('loaded')
})

afterEach(() => {
  stop()
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

test('a new sort starts in its own direction, regardless of the previous one', {
  tags: ['A203'],
}, () => {
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
  [{ status: 'inactive' }, [4]],
  [{ search: 'null' }, []],
  [{ search: 'zzz' }, []],
])('filtering by %j finds %j', (filter, ids) => {
  $userFilter.set({ ...untouched, ...filter })
  expect(found()).toEqual(ids)
})
