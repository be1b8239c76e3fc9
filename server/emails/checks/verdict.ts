import type { UncheckedPart } from '../../../contract/emails/check-mail.ts'
import type { ThreatLevel } from '../../../contract/emails/threat-level.ts'
import { explain } from '../sentences/explain.ts'
import type { Sentence } from '../sentences/sentence.ts'
import type { ScannerAnswer } from './scanner.ts'

export interface Verdict {
  readonly threat_level: ThreatLevel
  readonly detection_reason: Sentence
  readonly indicators: readonly Sentence[]
  readonly unchecked: UncheckedPart[]
}

/** Facts about a mail beside its bytes. */
export interface CheckedMail {
  readonly isSigned: boolean
  /** It was made from another format, in which no signature holds. */
  readonly isConverted: boolean
}

/** They need the client that brought the mail. */
const aboutClient = ['AUTH_NA', 'AUTH_NA_OR_FAIL', 'RDNS_NONE', 'HFILTER_HOSTNAME_UNKNOWN']
/** They follow from the lost signature. */
const aboutSignature = [
  'R_DKIM_REJECT',
  'R_DKIM_PERMFAIL',
  'DMARC_POLICY_REJECT',
  'DMARC_POLICY_QUARANTINE',
  'DMARC_POLICY_SOFTFAIL',
]

/** The weights of symbols that would blame the mail for what a check leaves out. */
export function weightsOf({ isConverted }: CheckedMail): Record<string, number> {
  const names = isConverted ? [...aboutClient, ...aboutSignature] : aboutClient
  return Object.fromEntries(names.map((name) => [name, 0]))
}

/** Symbols of modules whose lookups failed, for instance `DMARC_DNSFAIL` and `SPAMHAUS_FAIL`. */
const failedLookup = /_(?:DNSFAIL|TEMPFAIL|FAIL)$/

/** Putting a mail off is no verdict on it. */
const putOff: readonly string[] = ['soft reject', 'greylist']

/** @returns undefined for an answer without a verdict */
export function judgeCheck(answer: ScannerAnswer, mail: CheckedMail): Verdict | undefined {
  const names = Object.keys(answer.symbols)
  // A test mail like GTUBE is judged without the other rules.
  const isJudged = !answer.is_skipped || answer.action !== 'no action'
  if (!isJudged || names.length === 0) return undefined
  const weights = weightsOf(mail)
  const symbols = Object.entries(answer.symbols)
    .filter(([name]) => !Object.hasOwn(weights, name))
    .map(([name, { score, group }]) => ({ name, score, group }))
  const action = putOff.includes(answer.action) ? 'no action' : answer.action
  const { level, reason, indicators } = explain({ action, symbols })
  const hasSignature = mail.isSigned && !mail.isConverted
  return {
    threat_level: level,
    detection_reason: reason,
    indicators,
    unchecked: [
      ...(['spf', 'address_lists'] as const),
      ...(hasSignature ? [] : (['dkim'] as const)),
      ...(names.some((name) => failedLookup.test(name)) ? (['lookups'] as const) : []),
    ],
  }
}
