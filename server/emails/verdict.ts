import type { Scan as ReportedScan } from '../../contract/emails/report-scans.ts'
import type { ThreatLevel } from '../../contract/emails/threat-level.ts'
import type { VerdictCode } from './sentences/kept-sentences.ts'
import type { Sentence } from './sentences/sentence.ts'

/*
 * How a recipient's flag changes a gateway's verdict. Flags do not override evidence: a
 * From address can be forged, so green weakens a malicious verdict only with a DMARC pass, and red
 * cannot block mail that the gateway has already delivered.
 */

export interface AppliedFlag {
  readonly id: string
  readonly flag_type: 'green' | 'red'
}

export interface Verdict {
  readonly level: ThreatLevel
  readonly reason: Sentence
  /** The level that counts for the risk. A user's own red flag does not raise it. */
  readonly riskLevel: ThreatLevel
  /** Whether the mail reached the inbox. Without a disposition only malicious mail counts as kept out. */
  readonly isDelivered: boolean
  /** The id of the red flag that blocked the mail. */
  readonly blockedBy?: string
}

/** The verdict under a green flag, for each verdict, where DMARC passed. */
export type Weakened = Readonly<Record<ThreatLevel, ThreatLevel>>

/** For gateways that call mail malicious for reasons of their own. */
const weakenedForGateways: Weakened = {
  malicious: 'suspicious',
  suspicious: 'safe',
  safe: 'safe',
}

/** @param flag the recipient's flag for the sender; without it the gateway's verdict applies */
export function judge(
  scan: Scan,
  flag: AppliedFlag | undefined,
  weakened: Weakened = weakenedForGateways,
): Verdict {
  if (flag?.flag_type === 'red') return judgeRed(scan, flag.id)
  if (flag?.flag_type === 'green') return judgeGreen(scan, weakened)
  const { threat_level: level, detection_reason: reason } = scan
  return { level, reason, riskLevel: level, isDelivered: isDelivered(scan, level) }
}

function judgeRed(scan: Scan, flagId: string): Verdict {
  const { threat_level: reported, detection_reason } = scan
  const delivered = isDelivered(scan, 'malicious')
  // The gateway's reason explains another verdict.
  const own: VerdictCode = delivered ? 'blockedButDelivered' : 'blocked'
  return {
    level: 'malicious',
    reason: reported === 'malicious' ? detection_reason : { code: own },
    riskLevel: reported,
    isDelivered: delivered,
    ...(delivered ? {} : { blockedBy: flagId }),
  }
}

function judgeGreen(scan: Scan, weakened: Weakened): Verdict {
  const level = greenLevel(scan, weakened)
  return {
    level,
    reason: level === 'safe' ? scan.detection_reason : overruled(scan),
    riskLevel: level,
    isDelivered: isDelivered(scan, level),
  }
}

/** An SPF or DKIM pass alone does not verify the From address; DMARC does. */
function greenLevel(
  { threat_level: level, authentication }: Scan,
  weakened: Weakened,
): ThreatLevel {
  if (authentication === undefined) return level === 'suspicious' ? 'safe' : level
  return authentication.dmarc === 'pass' ? weakened[level] : level
}

function overruled({ authentication, detection_reason: reason }: Scan): Sentence {
  const code: VerdictCode =
    authentication?.dmarc === 'pass' ? 'trustedButDangerous' : 'trustedButUnproven'
  return reason === '' ? { code } : { code, reason }
}

function isDelivered({ disposition }: Scan, level: ThreatLevel): boolean {
  return disposition === undefined ? level !== 'malicious' : disposition === 'delivered'
}

/** A scan that a gateway reported in its own words, or that Aman explains by codes. */
export interface Scan extends Omit<ReportedScan, 'detection_reason' | 'indicators'> {
  readonly detection_reason: Sentence
  readonly indicators: readonly Sentence[]
  /** The judge's level; undefined if it was not asked. */
  readonly judge_level?: 'safe' | 'suspicious'
}
