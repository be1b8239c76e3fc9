import type { OutputOf } from '../../../contract/core/endpoint.ts'
import { showRiskEndpoint } from '../../../contract/risk/show-risk.ts'
import { call } from '../core/api/http.ts'
import { createResource } from '../core/api/resource.ts'
import { perLocale } from '../core/i18n/format.ts'
import { pathOf } from '../core/navigation/router.ts'
import { viewPath } from '../core/navigation/view.ts'
import { gaugeScore, type RiskBand } from './risk.ts'

export { bandStart, riskBands } from '../../../contract/risk/risk-band.ts'

export type RiskReasons = OutputOf<typeof showRiskEndpoint>
export type RiskMail = RiskReasons['mails'][number]

/** The parts of the user's risk score. */
export const riskReasons = createResource(() => call(showRiskEndpoint))

/** Malicious mail that was kept out has at least so many points, unless it is so for the user's own flag. */
const leastKeptOut = 10

/** The fate of a mail. */
export function fateOf(mail: RiskMail): 'reached' | 'blocked' | 'keptOut' {
  if (mail.is_delivered) return 'reached'
  const isOwnVerdict = mail.threat_level === 'malicious' && mail.points_received < leastKeptOut
  return isOwnVerdict ? 'blocked' : 'keptOut'
}

interface Shares {
  /** The share of each mail, in their order. */
  readonly mails: readonly number[]
  /** The share of all other mail. */
  readonly other: number
}

/**
 * The mails' shares of the score, in whole numbers that add up to the score as it is shown: rounded
 * down, and the points left given to those that lost most.
 */
export function sharesOf({ risk_score, points, mails, other_mail }: RiskReasons): Shares {
  const total = gaugeScore(risk_score)
  const parts = [...mails.map((mail) => mail.points), other_mail.points]
  const exact = parts.map((part) => (points > 0 ? (part / points) * total : 0))
  const shares = exact.map(Math.floor)
  const left = total - shares.reduce((sum, share) => sum + share, 0)
  const losses = exact
    .map((share, index) => ({ index, loss: share - Math.floor(share) }))
    .sort((one, other) => other.loss - one.loss)
  for (const { index } of losses.slice(0, Math.max(0, left))) {
    shares[index] = (shares[index] ?? 0) + 1
  }
  return { mails: shares.slice(0, -1), other: shares.at(-1) ?? 0 }
}

/** A line of the table whose shares add up to the score. */
export interface RiskPart {
  readonly key: string | number
  readonly kind: 'mail' | 'older' | 'other' | 'sum'
  /** The mail of a line of its own. */
  readonly mail?: RiskMail
  readonly mailCount: number
  readonly points: number
  readonly share: number
}

/** The mails, all other mail, and their sum; nothing if nothing counts. */
export function partsOf(risk: RiskReasons): RiskPart[] {
  const { mails, other_mail: other, points } = risk
  if (points <= 0) return []
  const shares = sharesOf(risk)
  const ofMails = mails.map((mail, index) => ({
    key: mail.id,
    kind: 'mail' as const,
    mail,
    mailCount: 1,
    points: mail.points,
    share: shares.mails[index] ?? 0,
  }))
  const kind = mails.length === 0 ? ('older' as const) : ('other' as const)
  const rest = {
    key: kind,
    kind,
    mailCount: other.mail_count,
    points: other.points,
    share: shares.other,
  }
  const sum = {
    key: 'sum',
    kind: 'sum' as const,
    mailCount: mails.length + other.mail_count,
    points,
    share: gaugeScore(risk.risk_score),
  }
  return [...ofMails, ...(other.mail_count > 0 ? [rest] : []), sum]
}

/** From so many days on, a time is told in weeks. */
const fewestWeekDays = 14

export interface Forecast {
  readonly band: RiskBand
  readonly unit: 'days' | 'weeks'
  readonly count: number
}

/** When the score is in each lower band without new attacks, the next band first. */
export function forecastsOf({ forecast }: RiskReasons): Forecast[] {
  return forecast.map(({ band, days }) =>
    days < fewestWeekDays
      ? { band, unit: 'days', count: days }
      : { band, unit: 'weeks', count: Math.round(days / 7) },
  )
}

/** The first week of the line that has a score, if weeks before it have none. */
export function startOf({ weeks, weeks_since }: RiskReasons): string | undefined {
  const first = weeks[0]?.week
  return weeks_since !== null && first !== undefined && weeks_since > first
    ? weeks_since
    : undefined
}

export interface RiskAction {
  readonly kind: 'report' | 'block' | 'check' | 'flags' | 'messages'
  readonly href: string
  /** The sender that it is about; empty if it is about none. */
  readonly sender: string
  readonly mailCount: number
}

const shownActions = 3

/** The three actions that help most, by what was received. */
export function actionsOf(risk: RiskReasons): RiskAction[] {
  const { mails, repeated_sender: repeated, is_mail_check_offered: canCheck } = risk
  const delivered = mails.find(({ is_delivered }) => is_delivered)
  const messagesFrom = (sender: string) => viewPath('employee', 'messages', { q: sender })
  const about = { sender: '', mailCount: 0 }
  const all: readonly (RiskAction | undefined)[] = [
    delivered && {
      kind: 'report',
      href: messagesFrom(delivered.sender_domain),
      sender: delivered.sender_domain,
      mailCount: 1,
    },
    repeated
      ? {
          kind: 'block',
          href: messagesFrom(repeated.sender_domain),
          sender: repeated.sender_domain,
          mailCount: repeated.mail_count,
        }
      : undefined,
    canCheck ? { ...about, kind: 'check', href: pathOf('employee') } : undefined,
    { ...about, kind: 'messages', href: viewPath('employee', 'messages') },
    { ...about, kind: 'flags', href: `${pathOf('employee')}?tab=flags` },
  ]
  return all.filter((action) => action !== undefined).slice(0, shownActions)
}

const pointsFormat = perLocale(
  (locale) => new Intl.NumberFormat(locale, { maximumFractionDigits: 1 }),
)

/** Points of risk, with one decimal at most: '18.5'. */
export function formatPoints(points: number): string {
  return pointsFormat().format(points)
}
