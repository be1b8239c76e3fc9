import { redirectPage } from '@nanostores/router'
import { computed, onMount } from 'nanostores'
import { byteOrderMark, csvLine } from '../../../contract/core/csv.ts'
import type { OutputOf } from '../../../contract/core/endpoint.ts'
import { parseTime } from '../../../contract/core/time.ts'
import {
  longestReportDays,
  showTeamReportEndpoint,
} from '../../../contract/team/show-team-report.ts'
import { call } from '../core/api/http.ts'
import { createResource, notKept } from '../core/api/resource.ts'
import { $router } from '../core/navigation/router.ts'
import { noticesAbout } from '../core/ui-state/notices.ts'
import { saveTextFile } from '../files/save-file.ts'
import { roundedScore } from '../risk/risk.ts'
import { $teamReportWords } from './words/team-report.words.yaml'

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

export interface TeamReport extends OutputOf<typeof showTeamReportEndpoint> {
  /** The department that these figures are about, empty for all; the address may name a newer one. */
  readonly department: string
}
export const reportLevels = ['suspicious', 'malicious'] as const
export type ReportLevel = (typeof reportLevels)[number]

const notices = noticesAbout('team-report')

export type ReportQuery = Readonly<
  Record<'period' | 'from' | 'to' | 'department' | 'level', string>
>

function queryIn(search: Readonly<Record<string, string>> = {}): ReportQuery {
  const { period = '', from = '', to = '', department = '', level = '' } = search
  return { period, from, to, department, level }
}

/** As text, so that only a change of the query counts as one. */
const $search = computed($router, (page) => JSON.stringify(queryIn(page?.search)))

/** The subject of the report, from the address. */
export const $reportQuery = computed($search, () => queryIn($router.get()?.search))

/** Changes the query in the address; an empty value removes a parameter. */
export function askReport(change: Partial<ReportQuery>): void {
  const page = $router.get()
  if (page === undefined) return
  const search = Object.entries({ ...page.search, ...change }).filter(([, value]) => value !== '')
  redirectPage($router, page.route, {}, Object.fromEntries(search))
}

/** The question to the server; the level only chooses what is shown. */
function inputOf(query: ReportQuery) {
  const period = periodOf(query, new Date())
  if (typeof period === 'string') return undefined
  const { department } = query
  return { ...period, ...(department === '' ? {} : { department }) }
}

const $asked = computed($reportQuery, (query) => {
  const input = inputOf(query)
  return input && JSON.stringify(input)
})

/** The figures of the team in the period in the address. */
export const teamReport = createResource<TeamReport>(async () => {
  const query = $reportQuery.get()
  const input = inputOf(query)
  if (input === undefined) throw new Error('the period is not complete')
  return { ...(await call(showTeamReportEndpoint, input)), department: query.department }
}, notKept)

onMount(teamReport.$resource, () =>
  $asked.listen((asked) => {
    if (asked !== undefined) void teamReport.reload()
  }),
)

export function levelsOf({ level }: Pick<ReportQuery, 'level'>): readonly ReportLevel[] {
  const chosen = reportLevels.filter((known) => known === level)
  return chosen.length === 0 ? reportLevels : chosen
}

/** More bars than this are too thin to see on paper. */
const mostDays = 92
const daysOfWeek = 7

/** Days, or weeks where there are too many days; a week of which a part is not known is not known. */
export function trendOf({ days }: Pick<TeamReport, 'days'>) {
  if (days.length <= mostDays) return { step: 'day' as const, parts: days }
  const parts: typeof days = []
  for (let first = 0; first < days.length; first += daysOfWeek) {
    const week = days.slice(first, first + daysOfWeek)
    parts.push({
      day: week[0]?.day ?? '',
      suspicious: sumOf(week.map(({ suspicious }) => suspicious)),
      malicious: sumOf(week.map(({ malicious }) => malicious)),
    })
  }
  return { step: 'week' as const, parts }
}

function sumOf(values: readonly (number | null)[]): number | null {
  return values.reduce<number | null>(
    (sum, value) => (sum === null || value === null ? null : sum + value),
    0,
  )
}

/** Members' acts, in the order of the report. */
export function actsOf(report: TeamReport): [label: string, count: number][] {
  const words = $teamReportWords.get()
  return [
    [words.reportedDangerous, report.reported_dangerous],
    [words.reportedHonest, report.reported_honest],
    [words.sendersBlocked, report.senders_blocked],
    [words.mailsChecked, report.mails_checked],
    [words.supportRequests, report.support_requests],
  ]
}

/** The report as a CSV file with plain numbers and days; a spreadsheet runs no cell as a formula. */
export function reportCsv(report: TeamReport, query: Pick<ReportQuery, 'level'>): string {
  const words = $teamReportWords.get()
  const levels = levelsOf(query)
  const text = (value: number | null) => (value === null ? words.notKept : String(value))
  const levelNames = levels.map((level) => words[level])
  const lines: (readonly string[])[] = [
    [words.title, report.organization],
    [words.from, report.from],
    [words.to, report.to],
    [words.department, report.department || words.everyDepartment],
    [],
    [words.scanned, text(report.scanned)],
    ...levels.map((level) => [words[level], text(report[level])]),
    [words.members, text(report.members)],
    [words.highRisk, text(report.high_risk_members)],
    [words.averageRisk, text(roundedScore(report.average_risk_score))],
    [],
    [words.day, ...levelNames],
    ...report.days.map((day) => [day.day, ...levels.map((level) => text(day[level]))]),
    [],
    [words.member, words.department, words.risk, words.maliciousMails],
    ...report.riskiest.map(({ full_name, department, risk_score, malicious }) => [
      full_name || words.noName,
      department,
      text(roundedScore(risk_score)),
      text(malicious),
    ]),
    [],
    ...actsOf(report).map(([label, count]) => [label, text(count)]),
  ]
  return byteOrderMark + lines.map(csvLine).join('')
}

export function saveReport(report: TeamReport, query: ReportQuery): void {
  saveTextFile(`aman-team-report-${report.from}-${report.to}.csv`, reportCsv(report, query))
  notices.success($teamReportWords.get().saved)
}
