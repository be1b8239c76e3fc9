import { employeeDashboardEndpoint } from './contract/employee-dashboard.ts'
import type { OutputOf } from './contract/endpoint.ts'
import { call } from './http.ts'
import { createResource } from './resource.ts'
import { tabStore } from './tab.ts'

export type EmployeeDashboard = OutputOf<typeof employeeDashboardEndpoint>

/** The employee dashboard's data (R113-R132). */
export const employeeDashboard = createResource(() => call(employeeDashboardEndpoint))

export const $employeeTab = tabStore(['overview', 'flags'])

/** Safe and phishing mail as parts of all that was judged, in percent; 0 where there was none. */
export function mailShares(counts: EmployeeDashboard): { safe: number; phishing: number } {
  const { safe_emails: safe, phishing_emails_caught: phishing } = counts
  const percent = 100 / Math.max(1, safe + phishing)
  return { safe: safe * percent, phishing: phishing * percent }
}
