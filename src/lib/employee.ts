import { employeeDashboardEndpoint, type Threat } from './contract/employee-dashboard.ts'
import type { OutputOf } from './contract/endpoint.ts'
import { call } from './http.ts'
import { createResource } from './resource.ts'
import { tabStore } from './tab.ts'

export type { Threat }
export type EmployeeDashboard = OutputOf<typeof employeeDashboardEndpoint>

/** The employee dashboard's data (R113-R132). */
export const employeeDashboard = createResource(() => call(employeeDashboardEndpoint))

export const $employeeTab = tabStore(['overview', 'flags'])

const shownIndicators = 3

/** Characters of a text that a closed threat shows whole, more or less. */
const longestShown = 240

/** There is more to a threat than it shows while it is closed. */
export function hasMore(threat: Threat): boolean {
  const { indicators } = threat.scan_details.content_analysis
  return (
    indicators.length > shownIndicators ||
    [threat.email_subject, threat.detection_reason, ...indicators].some(
      ({ length }) => length > longestShown,
    )
  )
}

/** The first three indicators, and how many more there are (R125-R128). */
export function indicatorsOf(threat: Threat): { shown: string[]; more: number } {
  const { indicators } = threat.scan_details.content_analysis
  return {
    shown: indicators.slice(0, shownIndicators),
    more: Math.max(0, indicators.length - shownIndicators),
  }
}

/** Safe and phishing mail as parts of all that was judged, in percent; 0 where there was none. */
export function mailShares(counts: EmployeeDashboard): { safe: number; phishing: number } {
  const { safe_emails: safe, phishing_emails_caught: phishing } = counts
  const percent = 100 / Math.max(1, safe + phishing)
  return { safe: safe * percent, phishing: phishing * percent }
}
