import { showDailyCountsEndpoint } from '../../../contract/attention/show-daily-counts.ts'
import type { OutputOf } from '../../../contract/core/endpoint.ts'
import { call } from '../core/api/http.ts'
import { createResource } from '../core/api/resource.ts'

const dayMs = 24 * 60 * 60 * 1000

export type DailyCounts = OutputOf<typeof showDailyCountsEndpoint>

/** Mail of all organizations by day. */
export const dailyCounts = createResource(() => call(showDailyCountsEndpoint))

export function dailyCountsOf(organization_id: string): Promise<DailyCounts> {
  return call(showDailyCountsEndpoint, { organization_id })
}

export interface DaySeries {
  readonly times: readonly string[]
  readonly safe: readonly (number | null)[]
  readonly suspicious: readonly (number | null)[]
  readonly malicious: readonly (number | null)[]
}

/** A value for each day: 0 without mail, null for a day before mail was counted by day. */
export function seriesOf({ first_day, last_day, counted_since, days }: DailyCounts): DaySeries {
  const found = new Map((days ?? []).map((day) => [day.day, day]))
  const times: string[] = []
  const end = Date.parse(last_day)
  for (let time = Date.parse(first_day); time <= end; time += dayMs) {
    times.push(new Date(time).toISOString().slice(0, 10))
  }
  const isKnown = (day: string) => counted_since !== null && day >= counted_since
  const of = (level: 'safe' | 'suspicious' | 'malicious') =>
    times.map((day) => (isKnown(day) ? (found.get(day)?.[level] ?? 0) : null))
  return { times, safe: of('safe'), suspicious: of('suspicious'), malicious: of('malicious') }
}
