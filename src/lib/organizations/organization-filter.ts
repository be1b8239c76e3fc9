import { computed, map } from 'nanostores'
import { limits } from '../../../contract/core/limits.ts'
import { withoutEmpty } from '../core/api/pages.ts'
import { keepInAddress } from '../core/navigation/filter-in-address.ts'
import { resetWithUser } from '../core/storage/forget.ts'

export const organizationSorts = ['byName', 'byThreats', 'byScans', 'byCost', 'byCreated'] as const
export type OrganizationSort = (typeof organizationSorts)[number]

/** The filter of the organizations; an empty text matches all. */
export const $organizationFilter = resetWithUser(
  map<{
    search: string
    industry: string
    /** `silent` for those whose gateway is. */
    gateway: string
    /** `unusual` for those that are attacked more than usual. */
    attacks: string
    /** Empty until one is chosen, see `sortOf`. */
    sort: OrganizationSort | ''
    /** Whether the sort's initial direction is reversed. */
    isReversed: boolean
  }>({
    search: '',
    industry: '',
    gateway: '',
    attacks: '',
    sort: '',
    isReversed: false,
  }),
)
keepInAddress($organizationFilter, 'organizations', ['industry', 'gateway', 'attacks'])

/** The sort that was chosen; without one, those that are attacked most come first where attacks are the filter. */
export function sortOf({
  sort,
  attacks,
}: Pick<ReturnType<typeof $organizationFilter.get>, 'sort' | 'attacks'>): OrganizationSort {
  if (sort !== '') return sort
  return attacks === '' ? 'byName' : 'byThreats'
}

/** Changes the sort; each sort has its own initial direction. */
export function sortOrganizations(chosen: string): void {
  const sort = organizationSorts.find((known) => known === chosen) ?? 'byName'
  $organizationFilter.set({ ...$organizationFilter.get(), sort, isReversed: false })
}

/** A direction is that of the sort in use, which then stays. */
export function reverseOrganizations(): void {
  const filter = $organizationFilter.get()
  const { isReversed } = filter
  $organizationFilter.set({ ...filter, sort: sortOf(filter), isReversed: !isReversed })
}

/** Names start at A; most threats and scans, highest cost and newest come first. */
export function isSortedDescending(sort: OrganizationSort, isReversed: boolean): boolean {
  return (sort !== 'byName') !== isReversed
}

/** Orders of a long list: columns that no reported mail changes. */
export const longOrganizationSorts = ['byName', 'byCreated'] as const

/** The sort of a long list; by name in place of one that it does not have. */
export function longOrganizationSort(
  sort: OrganizationSort,
): (typeof longOrganizationSorts)[number] {
  return sort === 'byCreated' ? sort : 'byName'
}

/** The query of a long list. */
export const $organizationQuery = computed(
  $organizationFilter,
  ({ search, industry, gateway, isReversed, ...chosen }) => {
    const { attacks } = chosen
    const by = longOrganizationSort(sortOf(chosen))
    return withoutEmpty({
      sort: by === 'byName' ? 'name' : 'created_at',
      order: isSortedDescending(by, isReversed) ? 'desc' : by === 'byName' ? '' : 'asc',
      ...{ q: search.trim().slice(0, limits.search), industry, gateway, attacks },
    })
  },
)
