import { computed, onMount } from 'nanostores'
import { parseTime } from '../../../contract/core/time.ts'
import { organizationList } from '../admin/admin.ts'
import { type SortKey, sortBy } from '../core/ui-state/sort.ts'
import {
  $organizationFilter,
  $organizationQuery,
  isSortedDescending,
  longOrganizationSort,
  longOrganizationSorts,
  type OrganizationSort,
  organizationSorts,
  sortOf,
} from './organization-filter.ts'
import type { Organization } from './organization-form.ts'

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
