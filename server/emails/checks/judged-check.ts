import type { Locale } from '../../../contract/core/locale.ts'
import {
  partsNotInText,
  type UncheckedPart,
  uncheckedParts,
} from '../../../contract/emails/check-mail.ts'
import type { ThreatLevel } from '../../../contract/emails/threat-level.ts'
import type { Judgement, Place as ReasonPlace } from '../../../judge/judgement.ts'
import { type Advice, adviceOf } from '../../../judge/reasons/advice.ts'
import { reasonsAboutBuild } from '../../../judge/reasons/codes.ts'
import { reasonIn } from '../../judge/judge.ts'
import { explain, isStricter } from '../sentences/explain.ts'
import { type Sentence, sentenceIn } from '../sentences/sentence.ts'
import type { ScannerAnswer } from './scanner.ts'

interface Verdict {
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

/** The place in the mail that a sentence is about. */
type Place = ReasonPlace & { readonly sentence: string; readonly host: string | null }

export interface Checked {
  readonly threat_level: ThreatLevel
  readonly detection_reason: string
  readonly indicators: string[]
  readonly supporting: string[]
  readonly places: Place[]
  readonly advice: Advice
  readonly unchecked: UncheckedPart[]
}

/**
 * The verdict on a checked mail: of the filter's and the judge's the stricter counts, and what the other
 * one found against the mail stays beside it.
 * @param filter undefined where the server has no mail filter
 */
export function verdictOf(
  judgement: Judgement,
  filter: Verdict | undefined,
  isSigned: boolean,
  locale: Locale,
): Checked {
  if (filter === undefined) {
    const unchecked: UncheckedPart[] = [
      'spf',
      'address_lists',
      ...(isSigned ? [] : ['dkim' as const]),
      'filter',
    ]
    return judged(judgement, [...unchecked, ...unreadIn(judgement)], locale)
  }
  const { against, supporting } = reasonsOf(judgement, locale)
  const found = filter.indicators.map((sentence) => sentenceIn(locale, sentence))
  const reason = sentenceIn(locale, filter.detection_reason)
  const isJudgeStricter = isStricter(judgement.level, filter.threat_level)
  return {
    threat_level: isJudgeStricter ? judgement.level : filter.threat_level,
    detection_reason: isJudgeStricter ? (against[0] ?? reason) : reason,
    indicators: isJudgeStricter ? [...against, ...found] : [...found, ...against],
    supporting,
    places: placesOf(judgement, locale),
    advice: adviceOf(judgement),
    unchecked: [...filter.unchecked, ...unreadIn(judgement)],
  }
}

function unreadIn({ unread }: Judgement): UncheckedPart[] {
  return uncheckedParts.filter((part) => unread.some((it) => it === part))
}

/** The verdict on a pasted text, by the judge alone. */
export function verdictOnText(judgement: Judgement, locale: Locale): Checked {
  const reasons = judgement.reasons.filter(({ code }) => !reasonsAboutBuild.includes(code))
  return judged({ ...judgement, reasons }, [...partsNotInText], locale)
}

function judged(judgement: Judgement, unchecked: UncheckedPart[], locale: Locale): Checked {
  const { against, supporting } = reasonsOf(judgement, locale)
  const [detection_reason = ''] = against
  const threat_level = judgement.level
  return {
    threat_level,
    detection_reason,
    indicators: against,
    supporting,
    places: placesOf(judgement, locale),
    advice: adviceOf(judgement),
    unchecked,
  }
}

function reasonsOf({ reasons }: Judgement, locale: Locale) {
  const saying = (speaks: 'against' | 'for') =>
    reasons.filter((it) => it.speaks === speaks).map((it) => reasonIn(locale, it))
  return { against: saying('against'), supporting: saying('for') }
}

function placesOf({ reasons }: Judgement, locale: Locale): Place[] {
  return reasons.flatMap((reason) => {
    const { target } = reason.values
    const host = typeof target === 'string' ? target : null
    return reason.place === undefined
      ? []
      : [{ sentence: reasonIn(locale, reason), ...reason.place, host }]
  })
}
