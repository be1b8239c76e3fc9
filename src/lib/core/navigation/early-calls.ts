import { meEndpoint } from '../../../../contract/account/me.ts'
import { listSessionsEndpoint } from '../../../../contract/account/own-sessions.ts'
import { listAuditEndpoint } from '../../../../contract/audit/list-audit.ts'
import type { Endpoint } from '../../../../contract/core/endpoint.ts'
import type { Role } from '../../../../contract/core/permissions.ts'
import { employeeDashboardEndpoint } from '../../../../contract/emails/employee-dashboard.ts'
import { listMessagesEndpoint } from '../../../../contract/emails/list-messages.ts'
import { listFlagsEndpoint } from '../../../../contract/flags/list-flags.ts'
import { listOperatorKeysEndpoint } from '../../../../contract/gateways/admin-operator-keys.ts'
import { showMailboxEndpoint } from '../../../../contract/mailboxes/own-mailbox.ts'
import { adminDashboardEndpoint } from '../../../../contract/organizations/admin-dashboard.ts'
import { listOrganizationsEndpoint } from '../../../../contract/organizations/list-organizations.ts'
import { showOwnOrganizationEndpoint } from '../../../../contract/organizations/show-own-organization.ts'
import { showRiskEndpoint } from '../../../../contract/risk/show-risk.ts'
import { listSupportRequestsEndpoint } from '../../../../contract/team/list-support-requests.ts'
import { teamDashboardEndpoint } from '../../../../contract/team/team-dashboard.ts'
import { listOwnUsersEndpoint } from '../../../../contract/users/list-own-users.ts'
import { listUsersEndpoint } from '../../../../contract/users/list-users.ts'
import { listWebhooksEndpoint } from '../../../../contract/webhooks/admin-webhooks.ts'
import { urlOf } from '../api/api-base.ts'
import { localeField } from '../api/http.ts'
import { firstQuery, openingQuery, shortQuery } from '../api/pages.ts'
import { landings, type Screen, screens, type TabOf, type ViewOf } from './screens.ts'

export interface EarlyCalls {
  /** A tab, or the whole query of a view's address, as `?view=messages`. */
  readonly at: string
  readonly urls: readonly string[]
}

/** Makes the URL of a call for the page that is rendered, whose language may be a part of it. */
type UrlOfCall = () => string

function queried(query: Readonly<Record<string, string>>): (endpoint: Endpoint) => UrlOfCall {
  return (endpoint) => () =>
    urlOf(endpoint.path, [...Object.entries(query), ...localeField(endpoint)])
}

const whole = queried({})
const firstPage = queried(firstQuery)
/** The first call of a `createSearchedList`. */
const opening = queried(openingQuery)
/** The first page of a `createPagedResource`. */
const pageOf = queried(shortQuery)

/** Three loads for each of the first three tabs (R248). */
const adminLoads = [
  whole(adminDashboardEndpoint),
  opening(listUsersEndpoint),
  opening(listOrganizationsEndpoint),
]

/** The calls of each screen's stores when one of its tabs is opened first. */
const firstCalls: {
  readonly [Name in Screen]: Readonly<Record<TabOf<Name>, readonly UrlOfCall[]>>
} = {
  employee: {
    overview: [whole(employeeDashboardEndpoint)],
    flags: [whole(listFlagsEndpoint)],
  },
  team: {
    overview: [whole(teamDashboardEndpoint)],
    tools: [whole(listSupportRequestsEndpoint)],
    flags: [whole(listFlagsEndpoint)],
  },
  admin: {
    overview: adminLoads,
    users: adminLoads,
    organizations: adminLoads,
    flags: [whole(listFlagsEndpoint)],
  },
  people: {
    overview: [whole(showOwnOrganizationEndpoint), firstPage(listOwnUsersEndpoint)],
  },
  account: { overview: [whole(listSessionsEndpoint), whole(showMailboxEndpoint)] },
}

/** The same for views, opened without a search or filters. */
const firstCallsOfViews: {
  readonly [Name in Screen]: Readonly<Record<ViewOf<Name>, readonly UrlOfCall[]>>
} = {
  employee: { messages: [pageOf(listMessagesEndpoint)], risk: [whole(showRiskEndpoint)] },
  // Its period depends on the day.
  team: { report: [] },
  // The calls of an organization and of a user name them in the address.
  admin: {
    activity: [pageOf(listAuditEndpoint)],
    keys: [whole(listOperatorKeysEndpoint)],
    organization: [],
    user: [],
    webhooks: [whole(listWebhooksEndpoint)],
  },
  people: {},
  account: {},
}

/**
 * The calls that a page makes before its code is loaded, by the tab or view in the address. The first
 * entry is the default; the first call of each is the session check.
 * @param screen undefined on an entrance page, where only the session check is certain
 */
export function earlyCallsOf(screen: Screen | undefined): readonly EarlyCalls[] {
  const session = whole(meEndpoint)
  if (screen === undefined) return [{ at: '', urls: [session()] }]
  const calls: Readonly<Record<string, readonly UrlOfCall[]>> = firstCalls[screen]
  const callsOfViews: Readonly<Record<string, readonly UrlOfCall[]>> = firstCallsOfViews[screen]
  const withSession = (urls: readonly UrlOfCall[] = []) => [session, ...urls].map((url) => url())
  return [
    ...screens[screen].tabs.map((tab) => ({ at: tab, urls: withSession(calls[tab]) })),
    ...Object.entries(callsOfViews).map(([view, urls]) => ({
      at: `?view=${view}`,
      urls: withSession(urls),
    })),
  ]
}

/** The calls of the screen that each role lands on after a sign-in. */
export function landingCallsOf(): Readonly<Record<Role, readonly string[]>> {
  const urlsOf = (role: Role) => earlyCallsOf(landings[role])[0]?.urls ?? []
  return {
    employee: urlsOf('employee'),
    team_lead: urlsOf('team_lead'),
    super_admin: urlsOf('super_admin'),
  }
}
