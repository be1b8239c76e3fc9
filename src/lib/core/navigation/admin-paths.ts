import { pathOf } from './router.ts'
import { viewPath } from './view.ts'

/** The page of an organization. */
export function organizationPath(id: string): string {
  return viewPath('admin', 'organization', { id })
}

/** A user, opened in the list of users. */
export function userPath(id: string): string {
  return filteredPath('users', { open: id })
}

/** A tab of the admin dashboard with its filter, see filter-in-address.ts. */
export function filteredPath(
  tab: 'users' | 'organizations',
  filter: Readonly<Record<string, string>>,
): string {
  return `${pathOf('admin')}?${new URLSearchParams({ tab, ...filter })}`
}
