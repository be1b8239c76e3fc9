import { computed, map } from 'nanostores'
import { limits } from '../../../contract/core/limits.ts'
import { withoutEmpty } from '../core/api/pages.ts'
import { keepInAddress } from '../core/navigation/filter-in-address.ts'
import { resetWithUser } from '../core/storage/forget.ts'

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
