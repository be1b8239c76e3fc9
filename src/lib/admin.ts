import { adminDashboardEndpoint } from './contract/admin-dashboard.ts'
import { adminOrganizationsEndpoint } from './contract/admin-organizations.ts'
import { adminUsersEndpoint } from './contract/admin-users.ts'
import { call } from './http.ts'
import { createResource } from './resource.ts'
import { tabStore } from './tab.ts'

export const $adminTab = tabStore(['overview', 'users', 'organizations', 'flags'])

/** Three loads that start together; one failure is the one error (R248, R249). */
export const adminDashboard = createResource(loadAdmin)

async function loadAdmin() {
  const [summary, users, organizations] = await Promise.all([
    call(adminDashboardEndpoint),
    call(adminUsersEndpoint),
    call(adminOrganizationsEndpoint),
  ])
  return { summary, users, organizations }
}

export type AdminData = Awaited<ReturnType<typeof loadAdmin>>
