import { changeSaid } from './accounts.ts'
import type { Case, Weighed } from './case.ts'
import { letterWeights } from './weights.ts'

/*
 * Business mail has nothing to open, and its frauds are said in more ways than phrases can name. A linear
 * model of letters alone says how much the words are those of a fraud; it was trained with honest letters on
 * the same matters.
 */

/**
 * The weight of a letter's words for or against it; they never speak for one by which money goes
 * elsewhere unchecked.
 */
export function letterReasons(it: Case): Weighed[] {
  if (!it.isQuiet) return []
  const { least, most, each } = letterWeights.words
  const isChange = changeSaid(it) !== undefined && !it.requests.has('verified')
  const letter = Math.min(most, Math.max(isChange ? 0 : least, it.letter))
  const strength = each * letter
  return strength > 0
    ? [{ strength, reason: { code: 'unusual_wording', speaks: 'against', values: {} } }]
    : [{ strength, reason: { code: 'ordinary_wording', speaks: 'for', values: {} } }]
}
