import type { Endpoint } from '../../../contract/endpoint.ts'
import { accountSessionsEndpoint } from '../../../contract/endpoints/account-sessions.ts'
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

/** Three loads for each of the first three tabs (R248). */
const adminLoads = [
  whole(adminDashboardEndpoint),
  firstPage(adminUsersEndpoint),
  firstPage(adminOrganizationsEndpoint),
]

/** The calls of each screen's stores when one of its tabs is opened first. */
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
    account: { overview: [whole(accountSessionsEndpoint)] },
  }

/**
 * The calls that a page makes before its code is loaded, by the tab in the address. The first entry is
 * the default.
 * @param screen undefined on an entrance page, where only the session check is certain
 */
export function earlyCallsOf(screen: Screen | undefined): readonly EarlyCalls[] {
  const session = whole(meEndpoint)
  if (screen === undefined) return [{ tab: '', urls: [session] }]
  const calls: Readonly<Record<string, readonly string[]>> = firstCalls[screen]
  return screens[screen].tabs.map((tab) => ({ tab, urls: [session, ...(calls[tab] ?? [])] }))
}
