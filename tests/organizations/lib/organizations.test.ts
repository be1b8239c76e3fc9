import { cleanStores } from 'nanostores'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { adminDashboard } from '../../../src/lib/admin/admin.ts'
import { $router } from '../../../src/lib/core/navigation/router.ts'
import { forgetUser } from '../../../src/lib/core/storage/forget.ts'
import { searchOrganizations } from '../../../src/lib/organizations/organization-choices.ts'
import {
  $foundOrganizations,
  $organizationFilter,
  $silentOrganizations,
  isSortedDescending,
  type OrganizationSort,
  sortOrganizations,
} from '../../../src/lib/organizations/organizations.ts'
import { withStubbedServer } from '../../support/server/stubbed-server.ts'
import { adminLists } from '../../support/worlds/admin-lists.ts'

const server = withStubbedServer()
const list = 'GET /api/admin/organizations'
const organizations = [
  {
    ...{ id: 1, name: 'Zarqa Bank', contact_email: 'office@zarqa.example', industry: 'finance' },
    ...{ total_scans: 9, total_cost: 0.9, created_at: '2026-02-01T00:00:00Z' },
  },
  {
    ...{ id: '2', name: 'amman Clinic', contact_email: 'desk@clinic.example' },
    ...{ industry: 'health_tech', total_scans: 100, total_cost: 0.3 },
    created_at: '2026-03-01T00:00:00Z',
  },
  { id: 3, name: null, industry: 'finance', total_scans: 50, total_cost: 5, created_at: 'once' },
]

const untouched = { ...$organizationFilter.get() }
const found = () => $foundOrganizations.get().map(({ id }) => id)
let stop = () => {}

async function load(listed: readonly unknown[]) {
  server.answer({ [list]: listed })
  await adminDashboard.reload()
}

beforeEach(() => {
  server.answer({ ...adminLists, [list]: organizations })
  stop = $foundOrganizations.listen(() => {})
  return adminDashboard.reload()
})

afterEach(() => {
  stop()
  forgetUser()
  $router.open('/')
  $organizationFilter.set(untouched)
  cleanStores($foundOrganizations, adminDashboard.$resource)
})

test.each([
  ['byName', [3, '2', 1]],
  ['byScans', ['2', 3, 1]],
  ['byCost', [3, 1, '2']],
  ['byCreated', ['2', 1, 3]],
] as const satisfies readonly (readonly [OrganizationSort, readonly unknown[]])[])(
  'organizations sorted %s begin with the first, the most or the newest',
  (sort, order) => {
    sortOrganizations(sort)
    expect(found()).toEqual(order)
    $organizationFilter.setKey('isReversed', true)
    expect(found()).toEqual(order.toReversed())
    expect(isSortedDescending(sort, true)).toBe(sort === 'byName')
  },
)

test('a new sort starts in its own direction, and an unknown one is by name', () => {
  $organizationFilter.setKey('isReversed', true)
  sortOrganizations('byScans')
  expect($organizationFilter.get()).toMatchObject({ sort: 'byScans', isReversed: false })
  sortOrganizations('no such sort')
  expect($organizationFilter.get()).toMatchObject({ sort: 'byName', isReversed: false })
})

test.each([
  [{ search: ' AMMAN ' }, ['2']],
  [{ search: 'zarqa.example' }, [1]],
  [{ industry: 'finance' }, [3, 1]],
])('the filter %o finds what matches all of it', (filter, ids) => {
  $organizationFilter.set({ ...untouched, ...filter })
  expect(found()).toEqual(ids)
})

test('an organization is chosen by a part of its name in any case, sorted by name', async () => {
  expect(await searchOrganizations(' A', undefined)).toEqual({
    choices: [
      { id: '2', label: 'amman Clinic' },
      { id: '1', label: 'Zarqa Bank' },
    ],
    total: 2,
    next: undefined,
  })
  expect(await searchOrganizations('olive', undefined)).toMatchObject({ choices: [], total: 0 })
  const all = await searchOrganizations('', undefined)
  expect(all.choices.map(({ label }) => label)).toEqual(['No name', 'amman Clinic', 'Zarqa Bank'])
})

test('choices come in pages of fifty', async () => {
  const names = Array.from({ length: 100 }, (_, number) => `Firm ${number}`)
  await load(names.map((name, id) => ({ id, name })))
  const first = await searchOrganizations('firm', undefined)
  expect([first.choices.length, first.total, first.next]).toEqual([50, 100, '50'])
  const second = await searchOrganizations('firm', first.next)
  expect([second.choices.length, second.total, second.next]).toEqual([50, 100, undefined])
  expect([...first.choices, ...second.choices].map(({ label }) => label)).toEqual(names)
})

const silent = [
  { id: 1, name: 'b', gateway_silent_since: '2026-03-02T00:00:00Z' },
  { id: 2, name: 'c' },
  { id: 3, name: 'a', gateway_silent_since: '2026-03-01T00:00:00Z' },
]

test('silent gateways are found, and the longest silence comes first', async () => {
  await load(silent)
  expect($silentOrganizations.get().map(({ id }) => id)).toEqual([3, 1])
  $organizationFilter.setKey('gateway', 'silent')
  expect(found()).toEqual([3, 1])
  $organizationFilter.setKey('gateway', '')
  expect(found()).toEqual([3, 1, 2])
})

test('the filter is in the address, without the search', () => {
  $router.open('/dashboard/admin?tab=organizations&industry=finance&gateway=silent')
  const stopFollowing = $organizationFilter.listen(() => undefined)
  expect($organizationFilter.get()).toMatchObject({ industry: 'finance', gateway: 'silent' })
  $organizationFilter.set({ ...untouched, search: 'clinic', industry: 'other' })
  expect($router.get()?.search).toEqual({ tab: 'organizations', industry: 'other' })
  stopFollowing()
})
