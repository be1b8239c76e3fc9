import type { Scan } from '../../contract/endpoints/scans.ts'
import type { ThreatLevel } from '../../contract/fields/threat-level.ts'

/*
 * What a recipient's flag makes of a gateway's verdict (A125-A128). Neither colour is stronger than
 * the evidence: a From can be forged, so green needs a DMARC pass before it weakens a verdict of
 * malicious, and red says nothing of what a gateway has delivered already.
 */

export interface AppliedFlag {
  readonly id: string
  readonly flag_type: 'green' | 'red'
}

export interface Verdict {
  readonly level: ThreatLevel
  readonly reason: string
  /** The level that counts for the risk: what the person's own red flag adds is no danger. */
  readonly riskLevel: ThreatLevel
  /** Whether the mail came into the inbox. Without a disposition only malicious mail was kept out. */
  readonly isDelivered: boolean
  /** The red flag that stopped the mail. */
  readonly blockedBy?: string
}

const weaker: Record<ThreatLevel, ThreatLevel> = {
  malicious: 'suspicious',
  suspicious: 'safe',
  safe: 'safe',
}

/** @param flag of the recipient for the sender; without one the gateway's verdict stands */
export function judge(scan: Scan, flag: AppliedFlag | undefined): Verdict {
  if (flag?.flag_type === 'red') return judgeRed(scan, flag.id)
  if (flag?.flag_type === 'green') return judgeGreen(scan)
  const { threat_level: level, detection_reason: reason } = scan
  return { level, reason, riskLevel: level, isDelivered: isDelivered(scan, level) }
}

function judgeRed(scan: Scan, flagId: string): Verdict {
  const { threat_level: reported, detection_reason } = scan
  const delivered = isDelivered(scan, 'malicious')
  // The gateway's reason explains another verdict. The sender's address must not be named here.
  const own = delivered
    ? 'You blocked this sender, but the mail was delivered'
    : 'Blocked by a red flag of the recipient'
  return {
    level: 'malicious',
    reason: reported === 'malicious' ? detection_reason : own,
    riskLevel: reported,
    isDelivered: delivered,
    ...(delivered ? {} : { blockedBy: flagId }),
  }
}

function judgeGreen(scan: Scan): Verdict {
  const level = greenLevel(scan)
  return {
    level,
    reason: level === 'safe' ? scan.detection_reason : overruled(scan),
    riskLevel: level,
    isDelivered: isDelivered(scan, level),
  }
}

/** An SPF or DKIM pass proves nothing of the From address; DMARC is what ties them to it. */
function greenLevel({ threat_level: level, authentication }: Scan): ThreatLevel {
  if (authentication === undefined) return level === 'suspicious' ? 'safe' : level
  return authentication.dmarc === 'pass' ? weaker[level] : level
}

function overruled({ authentication, detection_reason: reason }: Scan): string {
  const why =
    authentication?.dmarc === 'pass'
      ? 'the mail itself looks dangerous'
      : 'nothing proves that the mail came from them'
  return `You trust this sender, but ${why}${reason === '' ? '' : `: ${reason}`}`
}

function isDelivered({ disposition }: Scan, level: ThreatLevel): boolean {
  return disposition === undefined ? level !== 'malicious' : disposition === 'delivered'
}
