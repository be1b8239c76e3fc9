import type { Selectable } from 'kysely'
import type { Scans } from '../database/tables/mail.ts'
import { pointsOf } from './risk-score.ts'

/** The columns of `scans` that `keptPoints` needs. */
export const pointColumns = [
  'threat_level',
  'disposition',
  'detection_reason',
  'risk_points',
] as const

/** How a verdict that rests on the recipient's own flag alone begins; see verdict.ts. */
const ownVerdict = /^(Blocked by a red flag of the recipient|You blocked this sender)/

/**
 * The points that a stored mail added when it was received.
 * @returns undefined for mail from before they were kept whose own flag hides the level that counted
 */
export function keptPoints(scan: Pick<Selectable<Scans>, (typeof pointColumns)[number]>) {
  const { risk_points, threat_level: level, detection_reason } = scan
  if (risk_points !== null) return risk_points
  if (level === 'malicious' && ownVerdict.test(detection_reason)) return undefined
  return pointsOf(level, isDeliveredRow(scan))
}

/** Without a disposition only malicious mail counts as kept out. */
export function isDeliveredRow({
  threat_level,
  disposition,
}: Pick<Selectable<Scans>, 'threat_level' | 'disposition'>): boolean {
  return disposition === null ? threat_level !== 'malicious' : disposition === 'delivered'
}
