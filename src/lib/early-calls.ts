import { apiBase } from './api-base.ts'
import { adminDashboardEndpoint } from './contract/admin-dashboard.ts'
import { adminOrganizationsEndpoint } from './contract/admin-organizations.ts'
import { adminUsersEndpoint } from './contract/admin-users.ts'
import { employeeDashboardEndpoint } from './contract/employee-dashboard.ts'
import type { Endpoint } from './contract/endpoint.ts'
import { flagsListEndpoint } from './contract/flags-list.ts'
import { meEndpoint } from './contract/me.ts'
import { teamDashboardEndpoint } from './contract/team-dashboard.ts'
import type { Screen } from './router.ts'

interface FirstCalls {
  readonly tab: string
  readonly endpoints: readonly Endpoint[]
}

/** Three loads, whichever of the first three tabs is open (R248). */
const adminLoads = [adminDashboardEndpoint, adminUsersEndpoint, adminOrganizationsEndpoint]

/** What the stores of each screen ask for when one of its tabs is the first that is opened. */
const firstCalls: Record<Screen, readonly FirstCalls[]> = {
  employee: [
    { tab: 'overview', endpoints: [employeeDashboardEndpoint] },
    { tab: 'flags', endpoints: [flagsListEndpoint] },
  ],
  team: [
    { tab: 'overview', endpoints: [teamDashboardEndpoint] },
    { tab: 'tools', endpoints: [] },
    { tab: 'flags', endpoints: [flagsListEndpoint] },
  ],
  admin: [
    { tab: 'overview', endpoints: adminLoads },
    { tab: 'users', endpoints: adminLoads },
    { tab: 'organizations', endpoints: adminLoads },
    { tab: 'flags', endpoints: [flagsListEndpoint] },
  ],
}

export interface EarlyCalls {
  readonly tab: string
  readonly urls: readonly string[]
}

/**
 * What a page asks for before its code is there, by the tab that the address names; the first entry
 * where it names none of them.
 * @param screen undefined on an entrance, where only the session check is sure
 */
export function earlyCallsOf(screen: Screen | undefined): readonly EarlyCalls[] {
  const calls: readonly FirstCalls[] =
    screen === undefined ? [{ tab: '', endpoints: [] }] : firstCalls[screen]
  return calls.map(({ tab, endpoints }) => ({
    tab,
    urls: [meEndpoint, ...endpoints].map(({ path }) => apiBase + path),
  }))
}
