import type * as v from 'valibot'
import type { employeeDashboardEndpoint } from '../../../contract/emails/employee-dashboard.ts'
import { bandOf } from '../../../contract/risk/risk-band.ts'
import type { FirstValues } from '../core/figures/places.ts'
import type { GivenUser } from '../core/figures/user-figures.ts'
import { lengthOf } from '../core/format/figure-length.ts'
import { gaugeScore, isNothingScanned } from '../core/format/risk-score.ts'
import { drawnShares } from '../core/format/share-bar.ts'
import { makeAgeFormat, makeCountFormat, makePercentFormat } from '../core/i18n/number-formats.ts'
import { mailShares } from './mail-shares.ts'

/** The answer as it came. */
export type GivenEmployeeDashboard = v.InferInput<typeof employeeDashboardEndpoint.output>

/**
 * What the employee's first view says of the answer; also runs in the page, before any other code.
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
  const score = gaugeScore(risk)
  const counts = makeCountFormat(locale)
  const percents = makePercentFormat(locale)
  const counters = [scanned, caught, safe].map((count) => counts.format(count))
  const shares = mailShares(safe, caught)
  const bars = drawnShares([
    { tone: 'safe', count: shares.safe },
    { tone: 'danger', count: shares.phishing },
  ])
  const barOf = (tone: string) => bars.find(({ part }) => part.tone === tone)
  return {
    texts: [
      makeAgeFormat(locale).format(0, 'second'),
      String(score),
      ...counters,
      percents.format(shares.safe),
      percents.format(shares.phishing),
      barOf('safe')?.width ?? '',
      barOf('danger')?.x ?? '',
      barOf('danger')?.width ?? '',
    ],
    cases: [
      isEmpty ? 'none' : bandOf(risk),
      score > 0 ? 'filled' : 'empty',
      data.mail_checks === 'offered' ? 'checks' : '',
      data.explains_risk && !isEmpty ? 'explained' : '',
      lengthOf(counters),
      bars.map(({ part }) => part.tone).join(' '),
    ],
  }
}
