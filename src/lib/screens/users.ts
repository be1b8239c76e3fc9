import { computed, map } from 'nanostores'
import type { User } from '../../../contract/fields/user.ts'
import { roles } from '../../../contract/permissions.ts'
import { resetWithUser } from '../session/forget.ts'
import { type SortKey, sortBy } from '../ui-state/sort.ts'
import { adminDashboard } from './admin.ts'

export type { User }
export { roles }

export const userSorts = [
  'byName',
  'byUsername',
  'byEmail',
  'byRole',
  'byOrganization',
  'byStatus',
  'byRisk',
] as const
export type UserSort = (typeof userSorts)[number]

/** What the list of users shows; empty text filters nothing. */
export const $userFilter = map<{
  search: string
  role: string
  organization: string
  status: string
  sort: UserSort
  /** Against the order in which a sort starts. */
  isReversed: boolean
}>({
  search: '',
  role: '',
  organization: '',
  status: '',
  sort: 'byName',
  isReversed: false,
})
resetWithUser($userFilter)

/** Sorts anew; every sort starts in its own direction (A203). */
export function sortUsers(chosen: string): void {
  const sort = userSorts.find((known) => known === chosen) ?? 'byName'
  $userFilter.set({ ...$userFilter.get(), sort, isReversed: false })
}

/** Who is most at risk comes first; everything else starts at its beginning (A203). */
export function isSortedDescending(sort: UserSort, isReversed: boolean): boolean {
  return (sort === 'byRisk') !== isReversed
}

/** The name of each organization by its id, as text. */
export const $organizationNames = computed(adminDashboard.$resource, (admin) => {
  const organizations = admin.status === 'loaded' ? admin.data.organizations : []
  return new Map(organizations.map(({ id, name }) => [String(id), name]))
})

/** What a search looks through, made once per load, for it is asked at every key. */
const $searchable = computed(adminDashboard.$resource, (admin) => {
  const users = admin.status === 'loaded' ? admin.data.users : []
  return users.map((user) => ({
    user,
    text: `${user.full_name}\n${user.username}\n${user.email}`.toLowerCase(),
  }))
})

// By themselves, so that a search does not sort everybody again.
const $sort = computed($userFilter, ({ sort }) => sort)
const $isReversed = computed($userFilter, ({ isReversed }) => isReversed)

const $sorted = computed(
  [$searchable, $organizationNames, $sort, $isReversed],
  (searchable, names, sort, isReversed) =>
    sortBy(
      searchable,
      ({ user }) => sortKey(user, sort, names),
      isSortedDescending(sort, isReversed),
    ),
)

/** The users that pass search and filters, in order. */
export const $foundUsers = computed([$sorted, $userFilter], (sorted, filter) => {
  const wanted = filter.search.trim().toLowerCase()
  return sorted
    .filter(({ user, text }) => text.includes(wanted) && passes(user, filter))
    .map(({ user }) => user)
})

function passes(
  user: User,
  { role, organization, status }: { role: string; organization: string; status: string },
): boolean {
  return (
    (role === '' || user.role === role) &&
    (organization === '' || String(user.organization_id) === organization) &&
    (status === '' || user.is_active === (status === 'active'))
  )
}

function sortKey(user: User, sort: UserSort, names: ReadonlyMap<string, string>): SortKey {
  const keys: Record<UserSort, SortKey> = {
    byName: user.full_name,
    byUsername: user.username,
    byEmail: user.email,
    byRole: roles.indexOf(user.role),
    byOrganization: names.get(String(user.organization_id)) ?? '',
    byStatus: user.is_active ? 0 : 1,
    byRisk: user.risk_score,
  }
  return keys[sort]
}
