import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { $router } from '../../../src/lib/core/navigation/router.ts'
import { $reportQuery, askReport, teamReport } from '../../../src/lib/team/team-report.ts'
import { withStubbedServer } from '../../support/server/stubbed-server.ts'

const server = withStubbedServer()
const name = 'GET /api/team/report'
const nothing = { period: '', from: '', to: '', department: '', level: '' }
let stop = () => {}

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

const open = (query: string) => $router.open(`/dashboard/team?view=report${query}`)
const asked = () => server.calls.map(({ query }) => query)
const ofMonth = { from: '2026-01-31', to: '2026-03-01' }

async function show(query: string) {
  open(query)
  stop = teamReport.$resource.listen(() => {})
  await vi.advanceTimersByTimeAsync(0)
}

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
