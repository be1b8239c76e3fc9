import { pathOf } from './router.ts'
import { viewPath } from './view.ts'

/** The tabs of an organization's page, by `?part=`; the first one is the default. */
export const organizationParts = ['figures', 'judge', 'details', 'connect', 'signIn'] as const
export type OrganizationPart = (typeof organizationParts)[number]

/** The page of an organization, opened at one of its tabs. */
export function organizationPath(id: string, part?: OrganizationPart): string {
  return viewPath('admin', 'organization', part === undefined ? { id } : { id, part })
}

/** The page of a user. */
export function userPath(id: string | number): string {
  return viewPath('admin', 'user', { id: String(id) })
}

/** A tab of the admin dashboard with its filter, see filter-in-address.ts. */
export function filteredPath(
  tab: 'users' | 'organizations',
  filter: Readonly<Record<string, string>>,
): string {
  return `${pathOf('admin')}?${new URLSearchParams({ tab, ...filter })}`
}
