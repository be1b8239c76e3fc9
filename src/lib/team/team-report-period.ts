import { parseTime } from '../../../contract/core/time.ts'
import { longestReportDays } from '../../../contract/team/show-team-report.ts'

const dayMs = 24 * 60 * 60 * 1000
const monthsOffered = 12

export const recentPeriods = ['7', '30', '90'] as const
type RecentPeriod = (typeof recentPeriods)[number]

/** Days in UTC, both included. */
export interface Period {
  readonly from: string
  readonly to: string
}
export type PeriodProblem = 'daysMissing' | 'endsBeforeBegin' | 'tooLong'

/** A period in the address: a number of days, a month as `2026-03`, or own dates. */
export interface PeriodQuery {
  readonly period: string
  readonly from: string
  readonly to: string
}

export function dayOf(moment: Date): string {
  return moment.toISOString().slice(0, 10)
}

/** The last months, the newest first, as `2026-03`. */
export function monthsBefore(now: Date): string[] {
  return Array.from({ length: monthsOffered }, (_, back) =>
    dayOf(new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - back, 1))).slice(0, 7),
  )
}

/** The value of the choice of a period that an address stands for; what is unknown is the default. */
export function periodChoice({ period }: PeriodQuery, now: Date): RecentPeriod | 'own' | string {
  const known = [...recentPeriods, 'own', ...monthsBefore(now)]
  return known.includes(period) ? period : '30'
}

/** @returns the period, or what is wrong with own dates */
export function periodOf(query: PeriodQuery, now: Date): Period | PeriodProblem {
  const choice = periodChoice(query, now)
  if (choice === 'own') return ownPeriod(query)
  if (choice.includes('-')) {
    const [year = 0, month = 1] = choice.split('-').map(Number)
    return { from: `${choice}-01`, to: dayOf(new Date(Date.UTC(year, month, 0))) }
  }
  return { from: dayOf(new Date(now.getTime() - (Number(choice) - 1) * dayMs)), to: dayOf(now) }
}

function ownPeriod({ from, to }: PeriodQuery): Period | PeriodProblem {
  if (![from, to].every(isDay)) return 'daysMissing'
  if (to < from) return 'endsBeforeBegin'
  const days = (Date.parse(to) - Date.parse(from)) / dayMs + 1
  return days > longestReportDays ? 'tooLong' : { from, to }
}

function isDay(text: string): boolean {
  return /^\d{4}-\d{2}-\d{2}$/.test(text) && parseTime(text) !== undefined
}
