import { employeeDashboardEndpoint, type Threat } from './contract/employee-dashboard.ts'
import { call } from './http.ts'
import { createResource } from './resource.ts'
import { tabStore } from './tab.ts'

export type { Threat }

/** The employee dashboard's data (R113-R132). */
export const employeeDashboard = createResource(() => call(employeeDashboardEndpoint))

export const $employeeTab = tabStore(['overview', 'flags'])

const shownIndicators = 3

/** The first three indicators, and how many more there are (R125-R128). */
export function indicatorsOf(threat: Threat): { shown: string[]; more: number } {
  const { indicators } = threat.scan_details.content_analysis
  return {
    shown: indicators.slice(0, shownIndicators),
    more: Math.max(0, indicators.length - shownIndicators),
  }
}
