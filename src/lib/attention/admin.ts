import type { OutputOf } from '../../../contract/core/endpoint.ts'
import { adminDashboardEndpoint } from '../../../contract/organizations/admin-dashboard.ts'
import { listOrganizationsEndpoint } from '../../../contract/organizations/list-organizations.ts'
import type { Organization } from '../../../contract/organizations/organization-fields.ts'
import { listUsersEndpoint } from '../../../contract/users/list-users.ts'
import type { User } from '../../../contract/users/user.ts'
import { call } from '../core/api/http.ts'
import { loadFirstPage, loadWhole } from '../core/api/pages.ts'
import { createResource } from '../core/api/resource.ts'
import { screens } from '../core/navigation/screens.ts'
import { tabStore } from '../core/navigation/tab.ts'

export { type DailyCounts, dailyCountsOf } from './daily-counts.ts'

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
    loadFirstPage(listUsersEndpoint),
    loadFirstPage(listOrganizationsEndpoint),
  ])
  showPart({ summary, users: users.rows, organizations: organizations.rows })
  const [allUsers, allOrganizations] = await Promise.all([
    loadWhole(listUsersEndpoint, users),
    loadWhole(listOrganizationsEndpoint, organizations),
  ])
  return { summary, users: allUsers, organizations: allOrganizations }
}
