import { computed, map, onMount } from 'nanostores'
import { limits } from '../../../contract/core/limits.ts'
import { roles } from '../../../contract/core/permissions.ts'
import { listUsersEndpoint } from '../../../contract/users/list-users.ts'
import type { User } from '../../../contract/users/user.ts'
import { organizationList, userList } from '../admin/admin.ts'
import { loadPage, withoutEmpty } from '../core/api/pages.ts'
import { resourceOf, subjectOf } from '../core/lists/subject.ts'
import { keepInAddress } from '../core/navigation/filter-in-address.ts'
import { resetWithUser } from '../core/storage/forget.ts'
import { createSelection } from '../core/ui-state/selection.ts'
import { type SortKey, sortBy } from '../core/ui-state/sort.ts'
import { lacksMailbox } from '../mailboxes/lacks-mailbox.ts'

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

/** The filter of the users; an empty text matches all. */
export const $userFilter = map<{
  search: string
  role: string
  organization: string
  status: string
  /** One of `userNeeds`. */
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

/** Changes the sort; each sort has its own initial direction. */
export function sortUsers(chosen: string): void {
  const sort = userSorts.find((known) => known === chosen) ?? 'byName'
  $userFilter.set({ ...$userFilter.get(), sort, isReversed: false })
}

/** The risk sort starts with the highest; all others start ascending. */
export function isSortedDescending(sort: UserSort, isReversed: boolean): boolean {
  return (sort === 'byRisk') !== isReversed
}

/** Orders of a long list: columns that no reported mail changes. */
export const longUserSorts = ['byName', 'byUsername', 'byEmail', 'byStatus'] as const

const columns = { byName: 'name', byUsername: 'username', byEmail: 'email', byStatus: 'status' }

/** The sort of a long list; by name in place of one that it does not have. */
export function longUserSort(sort: UserSort): (typeof longUserSorts)[number] {
  return longUserSorts.find((known) => known === sort) ?? 'byName'
}

/** The query of a long list. */
export const $userQuery = computed($userFilter, ({ search, organization, ...filter }) => {
  const { role, status, need, sort, isReversed } = filter
  const by = longUserSort(sort)
  // Active users come first, and their number is the higher one.
  const isDescending = (by === 'byStatus') !== isReversed
  const q = search.trim().slice(0, limits.search)
  return withoutEmpty({
    sort: columns[by],
    order: isDescending ? 'desc' : '',
    ...{ q, role, organization_id: organization, status, need },
  })
})

export type { User }
export { roles }

/** The name of each organization that is loaded by its id, as text. */
export const $organizationNames = computed(organizationList.$list, (list) => {
  return new Map((list?.rows ?? []).map(({ id, name }) => [String(id), name]))
})

/** Whether the backend knows aliases; the form offers them only then. */
export const $knowsAliases = computed(
  userList.$list,
  (list) =>
    list !== undefined &&
    (list.isLong || list.rows.some(({ aliases }) => aliases !== undefined && aliases !== null)),
)

/** The searchable text, computed once per load, because a search runs at every keystroke. */
const $searchable = computed(userList.$list, (list) => {
  const users = list === undefined || list.isLong ? [] : list.rows
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

const $foundOfAll = computed([$sorted, $userFilter], (sorted, filter) => {
  const wanted = filter.search.trim().toLowerCase()
  return sorted
    .filter(({ user, text }) => text.includes(wanted) && passes(user, filter))
    .map(({ user }) => user)
})

/** The users that match search and filters, sorted; of a long list the first ones. */
export const $foundUsers = computed([userList.$list, $foundOfAll], (list, found) =>
  list?.isLong ? list.rows : found,
)

onMount($foundUsers, () => $userQuery.subscribe(userList.want))

/** The state of a user in a list. */
export function stateOf({ is_active, invitation_expires_at: end }: User) {
  if (!is_active) return 'inactive'
  if (!end) return 'active'
  return new Date(end) > new Date() ? 'invited' : 'invitationOver'
}

/** Searches all users for a text. */
export function searchUsers(search: string): void {
  const none = { role: '', organization: '', status: '', need: '' }
  $userFilter.set({ ...$userFilter.get(), ...none, search })
}

/** The sorts that the list has, and the one in use. */
export const $userSort = computed([userList.$list, $sort], (list, sort) =>
  list?.isLong ? { sorts: longUserSorts, sort: longUserSort(sort) } : { sorts: userSorts, sort },
)

/** Those that a long list does not have. */
export const missingUserSorts = userSorts.filter((sort) => longUserSort(sort) !== sort)

function passes(
  user: User,
  { role, organization, status, need }: ReturnType<typeof $userFilter.get>,
): boolean {
  return (
    (role === '' || user.role === role) &&
    (organization === '' || String(user.organization_id) === organization) &&
    (status === '' || user.is_active === (status === 'active')) &&
    hasNeed(user, need)
  )
}

/** All are about active users; one who has not come yet cannot have a factor. */
function hasNeed(user: User, need: string): boolean {
  const isInvited = (user.invitation_expires_at ?? null) !== null
  if (need === 'invitation') return isInvited && user.is_active === true
  if (need === 'failing-mailbox') return user.is_active === true && user.mailbox === 'failing'
  if (need === 'mailbox') return user.organization_id !== null && lacksMailbox(user)
  if (need !== 'factor') return true
  return user.is_active === true && !user.may_be_invited && (user.second_factors ?? 0) === 0
}

function sortKey(user: User, sort: UserSort, names: ReadonlyMap<string, string>): SortKey {
  const keys: Record<UserSort, SortKey> = {
    byName: user.full_name,
    byUsername: user.username,
    byEmail: user.email,
    byRole: roles.indexOf(user.role),
    byOrganization: user.organization_name ?? names.get(String(user.organization_id)) ?? '',
    byStatus: user.is_active ? 0 : 1,
    byRisk: user.risk_score,
  }
  return keys[sort]
}

/** The users that are chosen in the table of a super admin. */
export const userSelection = createSelection<User['id']>()

/** The user in the address; null where there is none. */
export const userPage = resourceOf<User | null>(subjectOf('user'), async (id) => {
  // A backend that does not know the parameter sends all users.
  const { rows } = await loadPage(listUsersEndpoint, { id })
  return rows.find((user) => String(user.id) === id) ?? null
})
