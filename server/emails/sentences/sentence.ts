import * as v from 'valibot'
import { baseLocale, type Locale } from '../../../contract/core/locale.ts'
import type { Scans } from '../../database/tables/mail.ts'
import {
  keptSentences,
  type SentenceCode,
  type VerdictCode,
  wordsOfCode,
} from './kept-sentences.ts'

/**
 * A sentence of Aman about an email: a code, and for some codes the reason that follows a colon.
 */
interface CodedSentence {
  readonly code: SentenceCode
  readonly reason?: Sentence
}

/** Why an email was judged as it was: by a code of Aman, or in the words of its gateway. */
export type Sentence = string | CodedSentence

/** A code from a row, which a newer version may have written. */
interface KeptSentence {
  readonly code: string
  readonly reason?: string | KeptSentence | undefined
}

const keptSentence: v.GenericSchema<unknown, KeptSentence> = v.object({
  code: v.string(),
  reason: v.optional(v.union([v.string(), v.lazy(() => keptSentence)])),
})
const keptIndicators = v.array(v.union([v.string(), keptSentence]))

/** How `scans` keeps the reason and the indicators of an email. */
export type KeptReasons = Pick<Scans, 'reason' | 'detection_reason' | 'indicators'>

export const reasonColumns = ['reason', 'detection_reason', 'indicators'] as const

/** @returns the columns of a row; a sentence that has a code is kept by it */
export function keepReasons(reason: Sentence, indicators: readonly Sentence[]): KeptReasons {
  const isText = typeof reason === 'string'
  return {
    reason: isText ? null : JSON.stringify(reason),
    detection_reason: isText ? reason : '',
    indicators: JSON.stringify(indicators),
  }
}

/** The reason of a row, also of one from before there were codes. */
export function readReason({ reason, detection_reason: text }: Omit<KeptReasons, 'indicators'>) {
  return reason === null ? codeOfText(text) : v.parse(keptSentence, JSON.parse(reason))
}

export function readIndicators({ indicators }: Pick<KeptReasons, 'indicators'>) {
  return v.parse(keptIndicators, JSON.parse(indicators)).map(coded)
}

function coded(sentence: string | KeptSentence): string | KeptSentence {
  return typeof sentence === 'string' ? codeOfText(sentence) : sentence
}

/** Codes that follow a colon and the reason of the gateway. */
const overruling: readonly VerdictCode[] = ['trustedButDangerous', 'trustedButUnproven']
const beginnings = [...keptSentences].flatMap(([sentence, code]) =>
  overruling.some((it) => it === code) ? [{ code, beginning: `${sentence}: ` }] : [],
)

/** The code of a sentence in English that Aman wrote once; every other text stays as it is. */
function codeOfText(text: string): Sentence {
  const code = keptSentences.get(text)
  if (code !== undefined) return { code }
  const found = beginnings.find(({ beginning }) => text.startsWith(beginning))
  if (found === undefined) return text
  return { code: found.code, reason: codeOfText(text.slice(found.beginning.length)) }
}

/** A sentence in the language of its reader; what a gateway wrote stays as it is. */
export function sentenceIn(locale: Locale, sentence: string | KeptSentence): string {
  const known = coded(sentence)
  if (typeof known === 'string') return known
  const own = wordsOfCode(locale, known.code) ?? known.code
  return known.reason === undefined ? own : `${own}: ${sentenceIn(locale, known.reason)}`
}

/** The codes that a sentence says: that of a flag's verdict, and that of the reason after it. */
export function codesIn(sentence: string | KeptSentence): string[] {
  const known = coded(sentence)
  if (typeof known === 'string') return []
  return [known.code, ...(known.reason === undefined ? [] : codesIn(known.reason))]
}

/** Why a mail was judged as it was, as its recipient reads it. */
export function showReasons(kept: KeptReasons, locale: Locale = baseLocale) {
  return {
    detection_reason: sentenceIn(locale, readReason(kept)),
    scan_details: {
      content_analysis: {
        indicators: readIndicators(kept).map((sentence) => sentenceIn(locale, sentence)),
      },
    },
  }
}
