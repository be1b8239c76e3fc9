import type { OutputOf } from '../../../contract/core/endpoint.ts'
import { employeeDashboardEndpoint } from '../../../contract/emails/employee-dashboard.ts'
import { call } from '../core/api/http.ts'
import { createResource } from '../core/api/resource.ts'
import { screens } from '../core/navigation/screens.ts'
import { tabStore } from '../core/navigation/tab.ts'

export type EmployeeDashboard = OutputOf<typeof employeeDashboardEndpoint>

/** The employee dashboard's data (R113-R132). */
export const employeeDashboard = createResource(() => call(employeeDashboardEndpoint))

export const $employeeTab = tabStore(screens.employee.tabs)

/** The shares of safe and phishing mail in all scanned mail, in percent; 0 without mail. */
export function mailShares(counts: EmployeeDashboard): { safe: number; phishing: number } {
  const { safe_emails: safe, phishing_emails_caught: phishing } = counts
  const percent = 100 / Math.max(1, safe + phishing)
  return { safe: safe * percent, phishing: phishing * percent }
}
