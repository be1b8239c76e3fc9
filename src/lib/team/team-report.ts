import { redirectPage } from '@nanostores/router'
import { computed, onMount } from 'nanostores'
import { byteOrderMark, csvLine } from '../../../contract/core/csv.ts'
import type { OutputOf } from '../../../contract/core/endpoint.ts'
import { showTeamReportEndpoint } from '../../../contract/team/show-team-report.ts'
import { call } from '../core/api/http.ts'
import { createResource, notKept } from '../core/api/resource.ts'
import { $router } from '../core/navigation/router.ts'
import { noticesAbout } from '../core/ui-state/notices.ts'
import { saveTextFile } from '../files/save-file.ts'
import { roundedScore } from '../risk/risk.ts'
import { periodOf } from './team-report-period.ts'
import { $teamReportWords } from './words/team-report.words.yaml'

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
