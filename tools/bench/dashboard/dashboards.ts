import { demoAccounts } from '../../../server/demo/accounts.ts'
import { formatCount } from '../../../src/lib/core/i18n/format.ts'

type Name = 'employee' | 'team' | 'admin'

interface Shown {
  /** The role whose demo account opens it. */
  readonly role: (typeof demoAccounts)[number]['role']
  /** The call whose answer is shown first. */
  readonly call: string
  /** Words of that answer that stand on the page with its first figures. */
  figures(answer: unknown): string[]
  /** Words of it that stand there once all of it is painted. */
  words(answer: unknown): string[]
  /** The same figures and rows by hand, in JavaScript that has `data`, the answer, at hand. */
  readonly byHand: {
    /** Numbers. */
    readonly figures: string
    /** A list of lists of texts. */
    readonly rows: string
    /** The first rows are among the first figures; others are drawn after the figures are painted. */
    readonly rowsAreFigures: boolean
  }
}

function counts(answer: unknown, fields: readonly string[]): string[] {
  return fields.map((field) => formatCount(Number(Reflect.get(Object(answer), field))))
}

const totals = ['total_users', 'total_organizations', 'total_scans'] as const

/** The first and the last row's value of one field. */
function ends(answer: unknown, list: string, field: string): string[] {
  const rows = rowsIn(answer, list)
  return [rows.at(0), rows.at(-1)].map((row) => String(Reflect.get(Object(row), field)))
}

export function rowsIn(answer: unknown, list: string): readonly unknown[] {
  const rows: unknown = Reflect.get(Object(answer), list)
  if (!Array.isArray(rows)) throw new Error(`${list} is no list`)
  return rows
}

const shown: Readonly<Record<Name, Shown>> = {
  employee: {
    role: 'employee',
    call: '/dashboard/employee',
    figures: (answer) =>
      counts(answer, ['total_emails_scanned', 'phishing_emails_caught', 'safe_emails']),
    words: (answer) => ends(answer, 'recent_phishing_emails', 'detection_reason'),
    byHand: {
      figures:
        '[Math.round(data.risk_score), data.total_emails_scanned, data.phishing_emails_caught, data.safe_emails]',
      rows: 'data.recent_phishing_emails.map((it) => [it.email_subject, it.sender_domain, it.threat_level, it.detection_reason, it.timestamp])',
      rowsAreFigures: false,
    },
  },
  team: {
    role: 'team_lead',
    call: '/dashboard/team',
    figures: (answer) => [
      ...counts(answer, ['total_team_scans', 'total_phishing_caught']),
      ...ends(answer, 'team_members', 'email').slice(0, 1),
    ],
    words: (answer) => ends(answer, 'team_members', 'email'),
    byHand: {
      figures:
        '[data.team_members.length, data.total_team_scans, data.total_phishing_caught, Math.round(data.average_risk_score)]',
      rows: 'data.team_members.map((it) => [it.full_name, it.email, Math.round(it.risk_score), it.last_login])',
      rowsAreFigures: true,
    },
  },
  admin: {
    role: 'super_admin',
    call: '/admin/dashboard',
    figures: (answer) => counts(answer, totals),
    words: (answer) => counts(answer, totals),
    byHand: {
      figures: '[data.total_users, data.total_organizations, data.total_scans]',
      rows: '[]',
      rowsAreFigures: false,
    },
  },
}

export type MeasuredDashboard = (typeof dashboards)[number]

export const dashboards = (Object.keys(shown) as Name[]).map((name) => {
  const { role, ...more } = shown[name]
  const account = demoAccounts.find((it) => it.role === role)
  if (account === undefined) throw new Error(`the demo has no ${role}`)
  /** Of the page, of the same in bare React, and of a page by hand. */
  const paths = { page: `/dashboard/${name}`, floor: `/floor-${name}`, ideal: `/ideal-${name}` }
  return { name, username: account.username, ...paths, ...more }
})
