import { computed, map } from 'nanostores'
import { parseTime } from '../../../contract/core/time.ts'
import { adminDashboard } from '../attention/admin.ts'
import { keepInAddress } from '../core/navigation/filter-in-address.ts'
import { resetWithUser } from '../core/storage/forget.ts'
import { type SortKey, sortBy } from '../core/ui-state/sort.ts'
import { $createdOrganizationId, type Organization } from './organization-form.ts'

export const organizationSorts = ['byName', 'byScans', 'byCost', 'byCreated'] as const
export type OrganizationSort = (typeof organizationSorts)[number]

/** The filter of the organizations; an empty text matches all. */
export const $organizationFilter = resetWithUser(
  map<{
    search: string
    industry: string
    /** `silent` for those whose gateway is. */
    gateway: string
    sort: OrganizationSort
    /** Whether the sort's initial direction is reversed. */
    isReversed: boolean
  }>({
    search: '',
    industry: '',
    gateway: '',
    sort: 'byName',
    isReversed: false,
  }),
)
keepInAddress($organizationFilter, 'organizations', ['industry', 'gateway'])

/** Changes the sort; each sort has its own initial direction. */
export function sortOrganizations(chosen: string): void {
  const sort = organizationSorts.find((known) => known === chosen) ?? 'byName'
  $organizationFilter.set({ ...$organizationFilter.get(), sort, isReversed: false })
}

/** Names start at A; most scans, highest cost and newest come first. */
export function isSortedDescending(sort: OrganizationSort, isReversed: boolean): boolean {
  return (sort !== 'byName') !== isReversed
}

const $organizations = computed(adminDashboard.$resource, (admin) =>
  admin.status === 'loaded' ? admin.data.organizations : [],
)

/** The organization that was created last, once the list has it. */
export const $createdOrganization = computed(
  [$organizations, $createdOrganizationId],
  (organizations, id) => organizations.find((organization) => organization.id === id),
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
const $sort = computed($organizationFilter, ({ sort }) => sort)
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

/** The organizations that match search and filter, sorted. */
export const $foundOrganizations = computed(
  [$sorted, $organizationFilter],
  (sorted, { search, industry, gateway }) => {
    const wanted = search.trim().toLowerCase()
    return sorted
      .filter(
        ({ organization, text }) =>
          text.includes(wanted) &&
          (industry === '' || organization.industry === industry) &&
          (gateway === '' || organization.gateway_silent_since !== null),
      )
      .map(({ organization }) => organization)
  },
)

function keyOf(organization: Organization, sort: OrganizationSort): SortKey {
  const keys: Record<OrganizationSort, SortKey> = {
    byName: organization.name,
    byScans: organization.total_scans,
    byCost: organization.total_cost,
    byCreated: parseTime(organization.created_at)?.getTime() ?? 0,
  }
  return keys[sort]
}
