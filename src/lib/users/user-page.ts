import { listUsersEndpoint } from '../../../contract/users/list-users.ts'
import type { User } from '../../../contract/users/user.ts'
import { loadPage } from '../core/api/pages.ts'
import { resourceOf, subjectOf } from '../core/lists/subject.ts'

/** The user in the address; null where there is none. */
export const userPage = resourceOf<User | null>(subjectOf('user'), async (id) => {
  // A backend that does not know the parameter sends all users.
  const { rows } = await loadPage(listUsersEndpoint, { id })
  return rows.find((user) => String(user.id) === id) ?? null
})
