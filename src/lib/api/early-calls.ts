import type { Endpoint } from '../../../contract/endpoint.ts'
import { adminDashboardEndpoint } from '../../../contract/endpoints/admin-dashboard.ts'
import { adminOrganizationsEndpoint } from '../../../contract/endpoints/admin-organizations.ts'
import { adminUsersEndpoint } from '../../../contract/endpoints/admin-users.ts'
import { employeeDashboardEndpoint } from '../../../contract/endpoints/employee-dashboard.ts'
import { flagsListEndpoint } from '../../../contract/endpoints/flags-list.ts'
import { meEndpoint } from '../../../contract/endpoints/me.ts'
import { teamDashboardEndpoint } from '../../../contract/endpoints/team-dashboard.ts'
import { type Screen, screens, type TabOf } from '../navigation/screens.ts'
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
const firstCalls: { readonly [Name in Screen]: Readonly<Record<TabOf<Name>, readonly string[]>> } =
  {
    employee: {
      overview: [whole(employeeDashboardEndpoint)],
      flags: [whole(flagsListEndpoint)],
    },
    team: {
      overview: [whole(teamDashboardEndpoint)],
      tools: [],
      flags: [whole(flagsListEndpoint)],
    },
    admin: {
      overview: adminLoads,
      users: adminLoads,
      organizations: adminLoads,
      flags: [whole(flagsListEndpoint)],
    },
  }

/**
 * What a page asks for before its code is there, by the tab that the address names; the first entry
 * where it names none of them.
 * @param screen undefined on an entrance, where only the session check is sure
 */
export function earlyCallsOf(screen: Screen | undefined): readonly EarlyCalls[] {
  const session = whole(meEndpoint)
  if (screen === undefined) return [{ tab: '', urls: [session] }]
  const calls: Readonly<Record<string, readonly string[]>> = firstCalls[screen]
  return screens[screen].tabs.map((tab) => ({ tab, urls: [session, ...(calls[tab] ?? [])] }))
}
