import { bandOf, type RiskBand } from '../../../contract/risk/risk-band.ts'

interface Scored {
  readonly risk_score: number
}

/** Highest risk first. */
export function byRisk<Member extends Scored>(members: readonly Member[]): readonly Member[] {
  return members.toSorted((one, other) => other.risk_score - one.risk_score)
}

/** The number of members in each risk band. */
export function countByRisk(members: readonly Scored[]): Readonly<Record<RiskBand, number>> {
  const counts = { low: 0, medium: 0, high: 0 }
  for (const member of members) counts[bandOf(member.risk_score)] += 1
  return counts
}

/** True for a raw score above 70, not for 70 itself (R145, R146). */
export function mayBeQuarantined(member: Scored): boolean {
  return member.risk_score > 70
}
