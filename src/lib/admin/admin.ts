import { onMount } from 'nanostores'
import type { OutputOf } from '../../../contract/core/endpoint.ts'
import { adminDashboardEndpoint } from '../../../contract/organizations/admin-dashboard.ts'
import { listOrganizationsEndpoint } from '../../../contract/organizations/list-organizations.ts'
import type { Organization } from '../../../contract/organizations/organization-fields.ts'
import { listUsersEndpoint } from '../../../contract/users/list-users.ts'
import type { User } from '../../../contract/users/user.ts'
import { isForbidden } from '../core/api/errors.ts'
import { call } from '../core/api/http.ts'
import { createResource } from '../core/api/resource.ts'
import { createSearchedList } from '../core/lists/searched-list.ts'
import { screens } from '../core/navigation/screens.ts'
import { tabStore } from '../core/navigation/view.ts'

export const $adminTab = tabStore(screens.admin.tabs)

export const userList = createSearchedList<User>(listUsersEndpoint)
export const organizationList = createSearchedList<Organization>(listOrganizationsEndpoint)

/** Three parallel loads; if any fails, the screen shows one error (R248, R249). */
export const adminDashboard = createResource((showPart: (part: AdminSummary) => void) =>
  loadAdmin(showPart).catch(forgetForbidden),
)

export type AdminSummary = OutputOf<typeof adminDashboardEndpoint>

/** Lists that are loaded whole show their first page at once. */
async function loadAdmin(showPart: (part: AdminSummary) => void): Promise<AdminSummary> {
  const [summary, ...rest] = await Promise.all([
    call(adminDashboardEndpoint),
    userList.load(),
    organizationList.load(),
  ])
  showPart(summary)
  await Promise.all(rest.map((load) => load()))
  return summary
}

/** The lists keep their rows when a refresh fails, but not those that this user may not see. */
function forgetForbidden(error: unknown): never {
  if (isForbidden(error)) {
    userList.forget()
    organizationList.forget()
  }
  throw error
}

onMount(adminDashboard.$resource, () => () => {
  userList.forget()
  organizationList.forget()
})
