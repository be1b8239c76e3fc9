import { computed } from 'nanostores'
import type { OutputOf } from '../../../contract/core/endpoint.ts'
import { mayUse } from '../../../contract/core/permissions.ts'
import { employeeDashboardEndpoint } from '../../../contract/emails/employee-dashboard.ts'
import { call } from '../core/api/http.ts'
import { createResource } from '../core/api/resource.ts'
import { pathOf } from '../core/navigation/router.ts'
import { screens } from '../core/navigation/screens.ts'
import { tabStore } from '../core/navigation/view.ts'
import { $session } from '../sign-in/session.ts'

export type EmployeeDashboard = OutputOf<typeof employeeDashboardEndpoint>
export type ReportAnswer = NonNullable<EmployeeDashboard['report_answers']>[number]

/** The employee dashboard's data (R113-R132). */
export const employeeDashboard = createResource(() => call(employeeDashboardEndpoint))

/** Where users who may do that connect the mail of their organization; undefined for all others. */
export const $connectPath = computed($session, (session) => {
  if (session.status !== 'signed-in' || !mayUse(session.user, 'manage:organizations')) return
  const { organization_id: id } = session.user
  const place = id === null ? { tab: 'organizations' } : { view: 'organization', id: String(id) }
  return `${pathOf('admin')}?${new URLSearchParams(place)}`
})

export const $employeeTab = tabStore(screens.employee.tabs)
