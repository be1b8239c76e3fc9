import type * as v from 'valibot'
import type { meEndpoint } from '../../../contract/account/me.ts'
import { bandOf } from '../../../contract/risk/risk-band.ts'
import { drawnShares, gaugeScore, initialIn, isNothingScanned } from '../core/format/figures.ts'
import type { FirstValues } from './places.ts'

/** The figures of a card of a risk (`RiskCard`). */
export function scoreFigures(risk: number, scanned: number): FirstValues {
  const score = gaugeScore(risk)
  return {
    texts: [`${score}`],
    cases: [isNothingScanned(risk, scanned) ? 'none' : bandOf(risk), score > 0 ? 'filled' : ''],
  }
}

/**
 * The figures of a bar of parts in the order of their tones: where all but the first begin, and how
 * wide all are.
 */
export function shareFigures(tones: readonly string[], counts: readonly number[]): FirstValues {
  const parts = counts.map((count, at) => ({ tone: tones[at], count }))
  const drawn = drawnShares(parts)
  const texts = parts.flatMap((part) => {
    const bar = drawn.find((it) => it.part === part)
    return [bar?.x ?? '', bar?.width ?? '']
  })
  return { texts: texts.slice(1), cases: [drawn.map(({ part }) => part.tone).join(' ')] }
}

/** The answer to the session check as it came. */
export type GivenUser = v.InferInput<typeof meEndpoint.output>

/** Whether the user sees a dashboard at once: without consent it is not shown (T44), and a reminder comes first. */
export function seesDashboard(user: GivenUser): boolean {
  return (
    user.has_consented !== false &&
    !user.must_change_password &&
    !user.must_add_factor &&
    !user.factor_due_at
  )
}

/** The user in the frame of a dashboard. */
export function userFigures(user: GivenUser, locale: string): FirstValues {
  const { full_name, username, role } = user
  const known = role === 'team_lead' || role === 'super_admin' ? role : 'employee'
  return {
    texts: [full_name || username || '', initialIn(locale, full_name ?? '', username ?? '')],
    cases: [known + (user.manages_organization ? '+' : ''), user.has_own_account ? 'account' : ''],
  }
}

/** Whether a time is written as our server does it: other forms need more code to be read. */
export function isServerTime(text: string): boolean {
  // Years with more digits are shown as they are.
  return text.length < 25 && new Date(text).toJSON() === text
}
