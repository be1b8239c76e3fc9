import type { OutputOf } from '../../../contract/endpoint.ts'
import { adminDashboardEndpoint } from '../../../contract/endpoints/admin-dashboard.ts'
import { adminOrganizationsEndpoint } from '../../../contract/endpoints/admin-organizations.ts'
import { adminUsersEndpoint } from '../../../contract/endpoints/admin-users.ts'
import type { Organization } from '../../../contract/fields/organization.ts'
import type { User } from '../../../contract/fields/user.ts'
import { call } from '../api/http.ts'
import { loadFirstPage, loadWhole } from '../api/pages.ts'
import { createResource } from '../api/resource.ts'
import { screens } from '../navigation/screens.ts'
import { tabStore } from '../navigation/tab.ts'

export const $adminTab = tabStore(screens.admin.tabs)

/** Three parallel loads; if any fails, the screen shows one error (R248, R249). */
export const adminDashboard = createResource(loadAdmin)

export interface AdminData {
  readonly summary: OutputOf<typeof adminDashboardEndpoint>
  readonly users: readonly User[]
  readonly organizations: readonly Organization[]
}

/** Long lists show their first page at once, then the whole list. */
async function loadAdmin(showPart: (part: AdminData) => void): Promise<AdminData> {
  const [summary, users, organizations] = await Promise.all([
    call(adminDashboardEndpoint),
    loadFirstPage(adminUsersEndpoint),
    loadFirstPage(adminOrganizationsEndpoint),
  ])
  showPart({ summary, users: users.rows, organizations: organizations.rows })
  const [allUsers, allOrganizations] = await Promise.all([
    loadWhole(adminUsersEndpoint, users),
    loadWhole(adminOrganizationsEndpoint, organizations),
  ])
  return { summary, users: allUsers, organizations: allOrganizations }
}
