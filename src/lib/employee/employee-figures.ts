import type * as v from 'valibot'
import { visibleText } from '../../../contract/core/visible-text.ts'
import { fates } from '../../../contract/emails/disposition.ts'
import type { employeeDashboardEndpoint } from '../../../contract/emails/employee-dashboard.ts'
import type { threat } from '../../../contract/emails/threat.ts'
import { threatLevels } from '../../../contract/emails/threat-level.ts'
import { isNothingScanned, lengthOf } from '../core/format/figures.ts'
import {
  makeCountFormat,
  makeMonthFormat,
  makePercentFormat,
  makeTimeFormat,
} from '../core/i18n/formats.ts'
import {
  drawnAtOnce,
  fateOf,
  hasMore,
  monthsOf,
  splitIndicators,
  splitNewest,
  wordsOf,
} from '../emails/threats.ts'
import type { FirstValues } from '../figures/places.ts'
import type { GivenUser } from '../figures/shared-figures.ts'
import { isServerTime, scoreFigures, shareFigures } from '../figures/shared-figures.ts'
import { mailShares } from './mail-shares.ts'

/** A threat as it came. */
type GivenThreat = v.InferInput<typeof threat>

/** The code that shows other letters, and that of other times, is larger than the code of all rows. */
const plainSender = /^(?!.*xn--)[ -~]*$/i

/** Whether first figures have rows for those of these threats that they show. */
export function haveRows(given: readonly GivenThreat[]): boolean {
  const { newest, older } = splitNewest(given)
  return [...newest, ...older.slice(0, drawnAtOnce)].every(
    ({ sender_domain, timestamp }) =>
      plainSender.test(sender_domain ?? '') && isServerTime(timestamp ?? ''),
  )
}

/**
 * The figures of the list of threats (`Threats`): all that are shown have rows, or none.
 * @param scanned the number of scanned emails
 * @returns its case, empty if a sender or a time is written in another way than the server usually
 * does it, and its two lists of months, the newest and the older ones
 */
export function threatFigures(
  given: readonly GivenThreat[],
  scanned: number,
  locale: string,
): { readonly shown: string; readonly rows: readonly (readonly FirstValues[])[] } {
  if (!haveRows(given)) return { shown: '', rows: [[], []] }
  const counts = makeCountFormat(locale)
  const times = makeTimeFormat(locale)
  const months = makeMonthFormat(locale)
  const plurals = new Intl.PluralRules(locale)
  function rowOf(threat: GivenThreat, id: string): FirstValues {
    const { timestamp, threat_level, disposition, scan_details } = threat
    const { subject, sender, reason } = wordsOf(threat)
    const given = scan_details?.content_analysis?.indicators ?? []
    const indicators = given.filter((it) => typeof it === 'string')
    const { shown, more } = splitIndicators(indicators)
    const fate = fateOf({
      threat_level: threatLevels.find((level) => level === threat_level) ?? 'suspicious',
      disposition: fates.find((it) => it === disposition) ?? null,
    })
    const time = timestamp ?? ''
    const label = more > 0 ? plurals.select(more) : 'all'
    return {
      texts: [id, time, times.format(new Date(time)), subject, sender, reason, counts.format(more)],
      cases: [
        fate ?? '',
        (subject && 'kept') + (reason && 'why'),
        sender && 'sender',
        hasMore(threat, indicators) ? label : '',
        shown.length > 0 ? 'indicators' : '',
      ],
      rows: [shown.map((indicator) => ({ texts: [visibleText(indicator)], cases: [] }))],
    }
  }
  const rowsOf = (list: string, threats: readonly GivenThreat[]) =>
    monthsOf(threats, (at) => months.format(new Date(at))).map(({ name, threats }, at) => {
      const id = `${list}-${at}`
      return {
        texts: [name, id],
        cases: [],
        rows: [threats.map((threat, index) => rowOf(threat, `${id}-${index}`))],
      }
    })
  const { newest, older } = splitNewest(given)
  const empty = scanned > 0 ? 'calm' : 'unused'
  return {
    shown: given.length > 0 ? 'threats' : empty,
    rows: [rowsOf('newest', newest), rowsOf('older', older.slice(0, drawnAtOnce))],
  }
}

/** The answer as it came. */
export type GivenEmployeeDashboard = v.InferInput<typeof employeeDashboardEndpoint.output>

/**
 * The figures of the employee's first view; also runs in the page, before any other code.
 * @param locale as `intlLocaleOf` gives it
 * @returns undefined for an admin without mail, who is offered to connect an organization's
 */
export function employeeFigures(
  [data]: readonly [GivenEmployeeDashboard],
  user: GivenUser,
  locale: string,
): FirstValues | undefined {
  const risk = data.risk_score ?? 0
  const scanned = data.total_emails_scanned ?? 0
  const caught = data.phishing_emails_caught ?? 0
  const safe = data.safe_emails ?? 0
  const isEmpty = isNothingScanned(risk, scanned)
  if (isEmpty && user.role === 'super_admin') return undefined
  const counts = makeCountFormat(locale)
  const percents = makePercentFormat(locale)
  const counters = [scanned, caught, safe].map((count) => counts.format(count))
  const shares = mailShares(safe, caught)
  const parts = [shares.safe, shares.phishing]
  const score = scoreFigures(risk, scanned)
  const bar = shareFigures(['safe', 'danger'], parts)
  // Answers to reports stand above the threats, which would move.
  const threats = data.report_answers?.length
    ? { shown: '', rows: [[], []] }
    : threatFigures(data.recent_phishing_emails ?? [], scanned, locale)
  return {
    texts: [
      ...score.texts,
      ...counters,
      ...parts.map((part) => percents.format(part)),
      ...bar.texts,
    ],
    cases: [
      ...score.cases,
      data.mail_checks === 'offered' ? 'checks' : '',
      data.explains_risk && !isEmpty ? 'explained' : '',
      lengthOf(counters),
      ...bar.cases,
      threats.shown,
      threats.rows[1]?.length ? 'older' : '',
      data.lists_messages ? 'listed' : '',
    ],
    rows: threats.rows,
  }
}
