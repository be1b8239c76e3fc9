import { computed, map, onMount } from 'nanostores'
import { limits } from '../../../contract/core/limits.ts'
import { parseTime } from '../../../contract/core/time.ts'
import { organizationList } from '../admin/admin.ts'
import { withoutEmpty } from '../core/api/pages.ts'
import { keepInAddress } from '../core/navigation/filter-in-address.ts'
import { resetWithUser } from '../core/storage/forget.ts'
import { type SortKey, sortBy } from '../core/ui-state/sort.ts'
import type { Organization } from './organization-form.ts'

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

/** All of them; none where the backend searches them. */
const $organizations = computed(organizationList.$list, (list) =>
  list === undefined || list.isLong ? [] : list.rows,
)

/** The organizations whose gateway is silent, the longest silence first. */
export const $silentOrganizations = computed($organizations, (organizations) =>
  sortBy(
    organizations.filter(({ gateway_silent_since }) => gateway_silent_since !== null),
    ({ gateway_silent_since }) => gateway_silent_since ?? '',
    false,
  ),
)

// Separate stores, so that a search does not sort again.
const $sort = computed($organizationFilter, sortOf)
const $isReversed = computed($organizationFilter, ({ isReversed }) => isReversed)

const $sorted = computed([$organizations, $sort, $isReversed], (organizations, sort, isReversed) =>
  sortBy(
    organizations,
    (organization) => keyOf(organization, sort),
    isSortedDescending(sort, isReversed),
  ).map((organization) => ({
    organization,
    text: `${organization.name}\n${organization.contact_email}`.toLowerCase(),
  })),
)

const $foundOfAll = computed(
  [$sorted, $organizationFilter],
  (sorted, { search, industry, gateway, attacks }) => {
    const wanted = search.trim().toLowerCase()
    return sorted
      .filter(
        ({ organization, text }) =>
          text.includes(wanted) &&
          (industry === '' || organization.industry === industry) &&
          (gateway === '' || organization.gateway_silent_since !== null) &&
          (attacks === '' || organization.has_unusual_attacks),
      )
      .map(({ organization }) => organization)
  },
)

/** The organizations that match search and filter, sorted; of a long list the first ones. */
export const $foundOrganizations = computed([organizationList.$list, $foundOfAll], (list, found) =>
  list?.isLong ? list.rows : found,
)

onMount($foundOrganizations, () => $organizationQuery.subscribe(organizationList.want))

/** Searches all organizations for a text. */
export function searchListed(search: string): void {
  const none = { industry: '', gateway: '', attacks: '' }
  $organizationFilter.set({ ...$organizationFilter.get(), ...none, search })
}

/** The sorts that the list has, and the one in use. */
export const $organizationSort = computed([organizationList.$list, $sort], (list, sort) =>
  list?.isLong
    ? { sorts: longOrganizationSorts, sort: longOrganizationSort(sort) }
    : { sorts: organizationSorts, sort },
)

/** Those that a long list does not have. */
export const missingOrganizationSorts = organizationSorts.filter(
  (sort) => longOrganizationSort(sort) !== sort,
)

function keyOf(organization: Organization, sort: OrganizationSort): SortKey {
  const keys: Record<OrganizationSort, SortKey> = {
    byName: organization.name,
    byThreats: organization.recent_threats ?? -1,
    byScans: organization.total_scans,
    byCost: organization.total_cost,
    byCreated: parseTime(organization.created_at)?.getTime() ?? 0,
  }
  return keys[sort]
}
