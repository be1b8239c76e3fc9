import { demoAccounts } from '../../../server/demo/accounts.ts'
import { formatCount } from '../../../src/lib/core/i18n/format.ts'
import type { Screen } from '../../../src/lib/core/navigation/screens.ts'

export interface MeasuredDashboard {
  readonly name: Screen
  readonly path: string
  readonly floor: string
  /** The demo account that opens it. */
  readonly username: string
  /** The call whose answer is shown first. */
  readonly call: string
  /** Words of that answer that stand on the page with its first figures. */
  figures(answer: unknown): string[]
  /** Words of it that stand there once all of it is painted. */
  words(answer: unknown): string[]
  /** A page by hand with the same figures and rows. */
  readonly ideal: string
}

function counts(answer: unknown, fields: readonly string[]): string[] {
  return fields.map((field) => formatCount(Number(Reflect.get(Object(answer), field))))
}

const totals = ['total_users', 'total_organizations', 'total_scans'] as const

/** The first and the last row's value of one field. */
function ends(answer: unknown, list: string, field: string): string[] {
  const rows: unknown = Reflect.get(Object(answer), list)
  if (!Array.isArray(rows)) throw new Error(`${list} is no list`)
  return [rows.at(0), rows.at(-1)].map((row) => String(Reflect.get(Object(row), field)))
}

function usernameOf(role: (typeof demoAccounts)[number]['role']): string {
  const account = demoAccounts.find((it) => it.role === role)
  if (account === undefined) throw new Error(`the demo has no ${role}`)
  return account.username
}

export const dashboards: readonly MeasuredDashboard[] = [
  {
    name: 'employee',
    path: '/dashboard/employee',
    floor: '/floor-employee',
    username: usernameOf('employee'),
    call: '/dashboard/employee',
    ideal: '/ideal-employee',
    figures: (answer) =>
      counts(answer, ['total_emails_scanned', 'phishing_emails_caught', 'safe_emails']),
    words: (answer) => ends(answer, 'recent_phishing_emails', 'detection_reason'),
  },
  {
    name: 'team',
    path: '/dashboard/team',
    floor: '/floor-team',
    username: usernameOf('team_lead'),
    call: '/dashboard/team',
    ideal: '/ideal-team',
    figures: (answer) => [
      ...counts(answer, ['total_team_scans', 'total_phishing_caught']),
      ...ends(answer, 'team_members', 'email').slice(0, 1),
    ],
    words: (answer) => ends(answer, 'team_members', 'email'),
  },
  {
    name: 'admin',
    path: '/dashboard/admin',
    floor: '/floor-admin',
    username: usernameOf('super_admin'),
    call: '/admin/dashboard',
    ideal: '/ideal-admin',
    figures: (answer) => counts(answer, totals),
    words: (answer) => counts(answer, totals),
  },
]
