import type { UncheckedPart } from '../../contract/endpoints/mail-checks.ts'
import type { ThreatLevel } from '../../contract/fields/threat-level.ts'
import type { ScannerAnswer } from './scanner.ts'

interface Verdict {
  readonly threat_level: ThreatLevel
  readonly detection_reason: string
  readonly indicators: string[]
  readonly unchecked: UncheckedPart[]
}

/** Without SPF these say nothing: a sender may be proven by SPF alone. */
const needSpf = ['DMARC_POLICY_REJECT', 'DMARC_POLICY_QUARANTINE', 'DMARC_POLICY_SOFTFAIL']

export const weightsOfCheck = Object.fromEntries(needSpf.map((name) => [name, 0]))

/** @returns undefined for an answer without a verdict */
export function judgeCheck(answer: ScannerAnswer, isSigned: boolean): Verdict | undefined {
  const symbols = Object.entries(answer.symbols)
  if (answer.is_skipped || symbols.length === 0) return undefined
  return {
    threat_level: answer.action === 'reject' ? 'malicious' : 'safe',
    detection_reason: '',
    indicators: [],
    unchecked: ['spf', 'address_lists', ...(isSigned ? [] : (['dkim'] as const))],
  }
}
