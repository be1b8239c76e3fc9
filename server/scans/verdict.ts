import type { Scan } from '../../src/lib/contract/scans.ts'
import type { ThreatLevel } from '../../src/lib/contract/threat-level.ts'

export interface AppliedFlag {
  readonly id: string
  readonly flag_type: 'green' | 'red'
}

/** What the recipient's own flags make of the gateway's verdict. */
export interface Verdict {
  readonly level: ThreatLevel
  readonly reason: string
  /** The level that counts for the risk: a mail that the person's own flag stopped never reached them. */
  readonly riskLevel: ThreatLevel
  /** The red flag that stopped the mail. */
  readonly blockedBy?: string
}

/** Green makes it safe, red makes it malicious; without a flag the gateway's verdict stands. */
export function judge(scan: Scan, flag: AppliedFlag | undefined): Verdict {
  const { threat_level: level, detection_reason: reason } = scan
  if (flag === undefined) return { level, reason, riskLevel: level }
  if (flag.flag_type === 'green') return { level: 'safe', reason, riskLevel: 'safe' }
  return {
    level: 'malicious',
    // The gateway's reason explains another verdict. The sender's address must not be named here.
    reason: level === 'malicious' ? reason : 'Blocked by a red flag of the recipient',
    riskLevel: level,
    blockedBy: flag.id,
  }
}
