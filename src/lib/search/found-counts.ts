import { limits } from '../../../contract/core/limits.ts'
import { listOrganizationsEndpoint } from '../../../contract/organizations/list-organizations.ts'
import { listUsersEndpoint } from '../../../contract/users/list-users.ts'
import { type ListEndpoint, loadPage, type Row } from '../core/api/pages.ts'
import { filteredPath } from '../core/navigation/admin-paths.ts'
import { $router } from '../core/navigation/router.ts'

export type FoundCounts = Readonly<Partial<Record<'organizations' | 'users', number>>>

interface Found {
  readonly users: readonly unknown[]
  readonly organizations: readonly unknown[]
}

/** Asks the lists how many they find, of what there may be more than is shown. */
export async function countFound(q: string, { users, organizations }: Found): Promise<FoundCounts> {
  const [ofUsers, ofOrganizations] = await Promise.all([
    countIn(listUsersEndpoint, q, users.length),
    countIn(listOrganizationsEndpoint, q, organizations.length),
  ])
  return {
    ...(ofUsers === undefined ? {} : { users: ofUsers }),
    ...(ofOrganizations === undefined ? {} : { organizations: ofOrganizations }),
  }
}

/** @returns undefined where no more are found than are shown, or the backend does not say */
async function countIn<Item extends Row>(
  endpoint: ListEndpoint<Item>,
  q: string,
  shown: number,
): Promise<number | undefined> {
  if (shown < limits.searchResults) return undefined
  const page = await loadPage(endpoint, { q, limit: '1' }).catch(() => undefined)
  const found = page?.search?.found ?? 0
  return found > shown ? found : undefined
}

/** Opens the list with the text in its search, and without a filter that would hide a part. */
export async function showAll(list: 'organizations' | 'users', text: string): Promise<void> {
  // Loaded for super admins alone; where it cannot be, the list opens without the text.
  const searching =
    list === 'users'
      ? import('../users/users.ts').then(({ searchUsers }) => searchUsers(text))
      : import('../organizations/organizations.ts').then((it) => it.searchListed(text))
  await searching.catch(() => undefined)
  $router.open(filteredPath(list, {}))
}
