import { computed, map } from 'nanostores'
import { roles } from '../../../contract/core/permissions.ts'
import type { User } from '../../../contract/users/user.ts'
import { adminDashboard } from '../attention/admin.ts'
import { keepInAddress } from '../core/navigation/filter-in-address.ts'
import { resetWithUser } from '../core/storage/forget.ts'
import { type SortKey, sortBy } from '../core/ui-state/sort.ts'

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

type FilterName = 'role' | 'organization' | 'status' | 'need'

/** The filter of the users; an empty text matches all. */
export const $userFilter = map<{
  search: string
  role: string
  organization: string
  status: string
  /** `invitation`: invited and has not come; `factor`: has no second factor. */
  need: string
  sort: UserSort
  /** Whether the sort's initial direction is reversed. */
  isReversed: boolean
}>({
  search: '',
  role: '',
  organization: '',
  status: '',
  need: '',
  sort: 'byName',
  isReversed: false,
})
resetWithUser($userFilter)
keepInAddress($userFilter, 'users', ['role', 'organization', 'status', 'need'])

/** Changes the sort; each sort has its own initial direction (A203). */
export function sortUsers(chosen: string): void {
  const sort = userSorts.find((known) => known === chosen) ?? 'byName'
  $userFilter.set({ ...$userFilter.get(), sort, isReversed: false })
}

/** The risk sort starts with the highest; all others start ascending (A203). */
export function isSortedDescending(sort: UserSort, isReversed: boolean): boolean {
  return (sort === 'byRisk') !== isReversed
}

/** The name of each organization by its id, as text. */
export const $organizationNames = computed(adminDashboard.$resource, (admin) => {
  const organizations = admin.status === 'loaded' ? admin.data.organizations : []
  return new Map(organizations.map(({ id, name }) => [String(id), name]))
})

/** Whether the backend knows aliases; the form offers them only then. */
export const $knowsAliases = computed(
  adminDashboard.$resource,
  (admin) =>
    admin.status === 'loaded' &&
    admin.data.users.some(({ aliases }) => aliases !== undefined && aliases !== null),
)

/** The searchable text, computed once per load, because a search runs at every keystroke. */
const $searchable = computed(adminDashboard.$resource, (admin) => {
  const users = admin.status === 'loaded' ? admin.data.users : []
  return users.map((user) => ({
    user,
    text: [user.full_name, user.username, user.email, ...(user.aliases ?? [])]
      .join('\n')
      .toLowerCase(),
  }))
})

// Separate stores, so that a search does not sort again.
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

/** The users that match search and filters, sorted. */
export const $foundUsers = computed([$sorted, $userFilter], (sorted, filter) => {
  const wanted = filter.search.trim().toLowerCase()
  return sorted
    .filter(({ user, text }) => text.includes(wanted) && passes(user, filter))
    .map(({ user }) => user)
})

function passes(
  user: User,
  { role, organization, status, need }: Readonly<Record<FilterName, string>>,
): boolean {
  return (
    (role === '' || user.role === role) &&
    (organization === '' || String(user.organization_id) === organization) &&
    (status === '' || user.is_active === (status === 'active')) &&
    hasNeed(user, need)
  )
}

/** Both are about active users; one who has not come yet cannot have a factor. */
function hasNeed(user: User, need: string): boolean {
  const isInvited = (user.invitation_expires_at ?? null) !== null
  if (need === 'invitation') return isInvited && user.is_active === true
  if (need !== 'factor') return true
  return user.is_active === true && !user.may_be_invited && (user.second_factors ?? 0) === 0
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
