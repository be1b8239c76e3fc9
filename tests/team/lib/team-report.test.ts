import * as v from 'valibot'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { examplesOf } from '../../../contract/core/examples.ts'
import { showTeamReportEndpoint } from '../../../contract/team/show-team-report.ts'
import { $router } from '../../../src/lib/core/navigation/router.ts'
import {
  $reportQuery,
  actsOf,
  askReport,
  levelsOf,
  monthsBefore,
  periodChoice,
  periodOf,
  reportCsv,
  teamReport,
  trendOf,
} from '../../../src/lib/team/team-report.ts'
import { withStubbedServer } from '../../support/server/stubbed-server.ts'

const now = new Date('2026-03-01T23:30:00Z')
const none = { period: '', from: '', to: '' }

test.each([
  ['', '2026-01-31', '2026-03-01'],
  ['7', '2026-02-23', '2026-03-01'],
  ['90', '2025-12-02', '2026-03-01'],
  ['2026-02', '2026-02-01', '2026-02-28'],
  ['2025-12', '2025-12-01', '2025-12-31'],
  ['nonsense', '2026-01-31', '2026-03-01'],
])('the period %j has both its days', (period, from, to) => {
  expect(periodOf({ ...none, period }, now)).toEqual({ from, to })
})

test.each([
  ['2026-01-05', '', 'daysMissing'],
  ['2026-02-30', '2026-03-01', 'daysMissing'],
  ['2026-03-02', '2026-03-01', 'endsBeforeBegin'],
  ['2025-01-01', '2026-02-01', 'tooLong'],
  ['2025-03-01', '2026-03-01', { from: '2025-03-01', to: '2026-03-01' }],
])('own dates from %j to %j are used or explained', (from, to, expected) => {
  expect(periodOf({ period: 'own', from, to }, now)).toEqual(expected)
})

test('the last twelve months are offered, and no others', () => {
  const months = monthsBefore(now)
  expect([months[0], months.at(-1), months.length]).toEqual(['2026-03', '2025-04', 12])
  expect(periodChoice({ ...none, period: '2025-03' }, now)).toBe('30')
})

const answer = v.parse(showTeamReportEndpoint.output, {
  ...Object(examplesOf(showTeamReportEndpoint).output),
  scanned: null,
  days: [{ day: '2025-02-01', suspicious: null, malicious: 3 }],
  riskiest: [
    { id: '1', full_name: '=1+1', department: '@SUM(A1)', risk_score: 72.5, malicious: 1 },
  ],
})
const report = { ...answer, department: '' }

test('the CSV file has the figures, no formulas, and says what is not kept', () => {
  const query = { ...none, department: '', level: '' }
  const lines = reportCsv(report, query).split('\r\n')
  expect(lines).toContain('Emails scanned,not kept')
  expect(lines).toContain('2025-02-01,not kept,3')
  expect(lines).toContain("'=1+1,'@SUM(A1),73,1")
  expect(reportCsv(report, { ...query, level: 'malicious' })).not.toContain('Suspicious')
  expect(lines).toContain('Department,All departments')
  const ofPayments = { ...report, department: 'Payments' }
  expect(reportCsv(ofPayments, query).split('\r\n')).toContain('Department,Payments')
})

test('an unknown level shows both', () => {
  expect(levelsOf({ level: 'severe' })).toEqual(['suspicious', 'malicious'])
  expect(levelsOf({ level: 'malicious' })).toEqual(['malicious'])
})

test('a long period is drawn by weeks, and a week that is known in part is not known', () => {
  const days = Array.from({ length: 100 }, (_, index) => ({
    day: new Date(Date.UTC(2026, 0, 1 + index)).toISOString().slice(0, 10),
    suspicious: index < 3 ? null : 1,
    malicious: 2,
  }))
  const { step, parts } = trendOf({ days })
  expect([step, parts.length]).toEqual(['week', 15])
  expect(parts[0]).toEqual({ day: '2026-01-01', suspicious: null, malicious: 14 })
  expect(parts[1]).toEqual({ day: '2026-01-08', suspicious: 7, malicious: 14 })
  expect(trendOf({ days: days.slice(0, 98) }).parts).toHaveLength(14)
  expect(trendOf({ days: days.slice(0, 92) }).step).toBe('day')
})

test('the CSV file has every figure in a line of its own, with blank lines between tables', () => {
  const made = {
    ...{ ...report, organization: 'Clinic', from: '2025-02-01', to: '2025-02-02' },
    ...{ scanned: 9, suspicious: 2, malicious: 3, members: 4, high_risk_members: 1 },
    average_risk_score: 12.5,
    days: [
      { day: '2025-02-01', suspicious: 2, malicious: null },
      { day: '2025-02-02', suspicious: 0, malicious: 3 },
    ],
    riskiest: [{ id: 1, full_name: '', department: 'Accounts', risk_score: 72.4, malicious: 1 }],
    ...{ reported_dangerous: 5, reported_honest: 6, senders_blocked: 7, mails_checked: 8 },
    support_requests: 0,
  }
  expect(reportCsv(made, { level: '' }).split('\r\n')).toEqual([
    '\uFEFFEmail security report,Clinic',
    'First day,2025-02-01',
    'Last day,2025-02-02',
    'Department,All departments',
    '',
    'Emails scanned,9',
    'Suspicious,2',
    'Malicious,3',
    'Members,4',
    'Members at high risk,1',
    'Average risk,13',
    '',
    'Day,Suspicious,Malicious',
    '2025-02-01,2,not kept',
    '2025-02-02,0,3',
    '',
    'Member,Department,Risk,Malicious emails',
    'No name,Accounts,72,1',
    '',
    'Emails reported as dangerous,5',
    'Emails reported as honest,6',
    'Senders blocked,7',
    'Emails checked,8',
    'Support requests,0',
    '',
  ])
  expect(actsOf(made).map(([, count]) => count)).toEqual([5, 6, 7, 8, 0])
})

const server = withStubbedServer()
const name = 'GET /api/team/report'
const nothing = { period: '', from: '', to: '', department: '', level: '' }
let stop = () => {}

const open = (query: string) => $router.open(`/dashboard/team?view=report${query}`)
const asked = () => server.calls.map(({ query }) => query)
const ofMonth = { from: '2026-01-31', to: '2026-03-01' }

async function show(query: string) {
  open(query)
  stop = teamReport.$resource.listen(() => {})
  await vi.advanceTimersByTimeAsync(0)
}

describe('team report query', () => {
  beforeEach(() => {
    vi.useFakeTimers({ now: new Date('2026-03-01T12:00:00Z') })
    server.answer({ [name]: ({ query }) => ({ organization: 'Clinic', from: query.from }) })
  })

  afterEach(async () => {
    stop()
    stop = () => {}
    // A store waits for a second before it lets go.
    await vi.advanceTimersByTimeAsync(1000)
    vi.useRealTimers()
  })

  test('what the report is about comes from the address', () => {
    open('')
    expect($reportQuery.get()).toEqual(nothing)
    open('&period=own&from=2026-01-01&to=2026-01-31&department=Accounts&level=malicious&tab=x')
    expect($reportQuery.get()).toEqual({
      ...{ period: 'own', from: '2026-01-01', to: '2026-01-31' },
      ...{ department: 'Accounts', level: 'malicious' },
    })
  })

  test('a change goes into the address, the rest of which stays, and an empty value goes out of it', () => {
    open('&period=7&department=Accounts')
    askReport({ period: '90', department: '', level: 'malicious' })
    expect($router.get()).toMatchObject({
      route: 'team',
      search: { view: 'report', period: '90', level: 'malicious' },
    })
    expect($router.get()?.search).not.toHaveProperty('department')
  })

  test('the report of the last thirty days is loaded when it is opened', async () => {
    await show('')
    expect(asked()).toEqual([ofMonth])
    expect(teamReport.$resource.get()).toMatchObject({
      status: 'loaded',
      data: { organization: 'Clinic', department: '' },
    })
  })

  test('a change of the period or the department loads the report again, and one of the level does not', async () => {
    await show('&department=Accounts')
    askReport({ level: 'malicious' })
    await vi.advanceTimersByTimeAsync(0)
    expect(asked()).toEqual([{ ...ofMonth, department: 'Accounts' }])
    askReport({ department: '' })
    askReport({ period: '2026-02' })
    await vi.advanceTimersByTimeAsync(0)
    expect(asked().slice(1)).toEqual([ofMonth, { from: '2026-02-01', to: '2026-02-28' }])
    expect(teamReport.$resource.get()).toMatchObject({ data: { from: '2026-02-01' } })
  })

  test('while own dates are incomplete nothing is asked, and what was loaded stays', async () => {
    await show('&department=Accounts')
    askReport({ period: 'own', from: '2026-01-05' })
    await vi.advanceTimersByTimeAsync(0)
    expect(asked()).toHaveLength(1)
    expect(teamReport.$resource.get()).toMatchObject({
      status: 'loaded',
      data: { department: 'Accounts' },
    })
    askReport({ to: '2026-01-06' })
    await vi.advanceTimersByTimeAsync(0)
    expect(asked().slice(1)).toEqual([
      { from: '2026-01-05', to: '2026-01-06', department: 'Accounts' },
    ])
  })
})
