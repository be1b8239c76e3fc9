import type * as v from 'valibot'
import type { employeeDashboardEndpoint } from '../../../contract/emails/employee-dashboard.ts'
import { lengthOf } from '../core/format/figure-length.ts'
import { isNothingScanned } from '../core/format/risk-score.ts'
import { makeCountFormat, makePercentFormat } from '../core/i18n/formats.ts'
import type { FirstValues } from '../figures/places.ts'
import { scoreFigures } from '../figures/score-figures.ts'
import { shareFigures } from '../figures/share-figures.ts'
import type { GivenUser } from '../figures/user-figures.ts'
import { mailShares } from './mail-shares.ts'
import { threatFigures } from './threat-figures.ts'

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
