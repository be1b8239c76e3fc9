import type { ThreatLevel } from '../../contract/fields/threat-level.ts'
import { dayMs } from '../core/clock.ts'

/*
 * How risk works. Every dangerous mail that is sent to a person adds points, more where it came into
 * the inbox: a malicious one 20 if it was delivered and 10 if it was kept out, a suspicious one 3 or 1;
 * safe mail adds none. Points count from when the mail was received and halve
 * every 30 days. The score is 100 · (1 − e^(−points/25)): it starts at 0, never passes 100, and each
 * further mail adds less. One malicious mail kept out today gives 33 (Medium), four give 80 (High), and
 * somebody who has had nothing but one malicious mail is back at Low Risk within a week.
 *
 * What is kept is a plain sum. Each mail adds its points as they would have been at a fixed epoch,
 * that is points · 2^(days since then / 30), and the score takes the sum back to today. So the order
 * of reports does not matter, a late report counts as much as a punctual one, and two servers may add
 * at once. A double holds this until after the year 2100.
 */

const halfLifeMs = 30 * dayMs
const epochMs = Date.UTC(2024, 0, 1)
const scale = 25
const points: Record<ThreatLevel, { readonly delivered: number; readonly keptOut: number }> = {
  safe: { delivered: 0, keptOut: 0 },
  suspicious: { delivered: 3, keptOut: 1 },
  malicious: { delivered: 20, keptOut: 10 },
}

/** What one mail adds to a person's sum. */
export function riskOf(level: ThreatLevel, isDelivered: boolean, receivedAt: Date): number {
  return points[level][isDelivered ? 'delivered' : 'keptOut'] * growth(receivedAt)
}

/** A person's risk, 0 to 100, at that moment. */
export function riskScore(riskSum: number, now: Date): number {
  return 100 * (1 - Math.exp(-riskSum / growth(now) / scale))
}

function growth(moment: Date): number {
  return 2 ** ((moment.getTime() - epochMs) / halfLifeMs)
}
