import { dayOf } from '../core/clock.ts'

/** Threats of an organization in the last 7 days, and in the days counted before them. */
export interface Threats {
  readonly recent: number
  readonly earlier: number
  /** Days before the last 7 on which mail was counted already, 28 at most. */
  readonly earlierDays: number
}

export const recentDays = 7
export const earlierDays = 28

/** The first moment of the last 7 days, of which the current one is the last. */
export function recentSince(now: Date): string {
  return `${dayOf(now, 1 - recentDays)}T00:00:00.000Z`
}

/** Fewer threats in a week are no reason to look, whatever was usual. */
export const leastThreats = 10
/** Without a week to compare with, nothing is unusual. */
const leastEarlierDays = 7
const factor = 2
/** Counts of usual weeks differ by about the square root of their mean; four times that is rare. */
const deviations = 4

/** Threats of a usual week before the last one. */
export function usualWeek({ earlier, earlierDays: days }: Threats): number {
  return days === 0 ? 0 : (earlier / days) * recentDays
}

/**
 * Whether attacks have jumped: in the last 7 days at least 10 threats, at least twice a usual week of
 * the 4 before, and more than chance explains. So neither a quiet organization with a few threats nor a
 * busy one with a few more is shown (docs/decisions/0063-what-needs-attention.md).
 */
export function isJump(threats: Threats): boolean {
  const { recent, earlierDays: days } = threats
  if (recent < leastThreats || days < leastEarlierDays) return false
  const usual = usualWeek(threats)
  return recent >= factor * usual && recent - usual >= deviations * Math.sqrt(usual)
}
