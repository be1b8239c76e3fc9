import type { Endpoint } from '../../../contract/endpoint.ts'
import { adminDashboardEndpoint } from '../../../contract/endpoints/admin-dashboard.ts'
import { adminOrganizationsEndpoint } from '../../../contract/endpoints/admin-organizations.ts'
import { adminUsersEndpoint } from '../../../contract/endpoints/admin-users.ts'
import { employeeDashboardEndpoint } from '../../../contract/endpoints/employee-dashboard.ts'
import { flagsListEndpoint } from '../../../contract/endpoints/flags-list.ts'
import { meEndpoint } from '../../../contract/endpoints/me.ts'
import { teamDashboardEndpoint } from '../../../contract/endpoints/team-dashboard.ts'
import type { Screen } from '../navigation/router.ts'
import { urlOf } from './api-base.ts'
import { firstQuery } from './pages.ts'

export interface EarlyCalls {
  readonly tab: string
  readonly urls: readonly string[]
}

const whole = ({ path }: Endpoint) => urlOf(path)
const firstPage = ({ path }: Endpoint) => urlOf(path, Object.entries(firstQuery))

/** Three loads, whichever of the first three tabs is open (R248). */
const adminLoads = [
  whole(adminDashboardEndpoint),
  firstPage(adminUsersEndpoint),
  firstPage(adminOrganizationsEndpoint),
]

/** What the stores of each screen ask for when one of its tabs is the first that is opened. */
const firstCalls: Record<Screen, readonly EarlyCalls[]> = {
  employee: [
    { tab: 'overview', urls: [whole(employeeDashboardEndpoint)] },
    { tab: 'flags', urls: [whole(flagsListEndpoint)] },
  ],
  team: [
    { tab: 'overview', urls: [whole(teamDashboardEndpoint)] },
    { tab: 'tools', urls: [] },
    { tab: 'flags', urls: [whole(flagsListEndpoint)] },
  ],
  admin: [
    { tab: 'overview', urls: adminLoads },
    { tab: 'users', urls: adminLoads },
    { tab: 'organizations', urls: adminLoads },
    { tab: 'flags', urls: [whole(flagsListEndpoint)] },
  ],
}

/**
 * What a page asks for before its code is there, by the tab that the address names; the first entry
 * where it names none of them.
 * @param screen undefined on an entrance, where only the session check is sure
 */
export function earlyCallsOf(screen: Screen | undefined): readonly EarlyCalls[] {
  const calls: readonly EarlyCalls[] =
    screen === undefined ? [{ tab: '', urls: [] }] : firstCalls[screen]
  return calls.map(({ tab, urls }) => ({ tab, urls: [whole(meEndpoint), ...urls] }))
}
