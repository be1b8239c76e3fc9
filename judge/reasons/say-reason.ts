import type { Reason } from '../judgement.ts'
import type { ReasonCode } from './codes.ts'

/** The words of one language in `judge-reasons.words.yaml`; server and site read them in their own way. */
type Words = Readonly<Record<ReasonCode, unknown>>

/** What a reason says, with its values. */
export function sayReason(words: Words, { code, values }: Pick<Reason, 'code' | 'values'>): string {
  const text = words[code]
  if (typeof text === 'string') return text
  return typeof text === 'function' ? String(text(values)) : code
}
