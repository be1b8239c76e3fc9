import type { Reason } from '../judgement.ts'
import type { ReasonCode } from './codes.ts'

/** The words of one language in `judge-reasons.words.yaml`; server and site read them in their own way. */
type Words = Readonly<Record<ReasonCode, unknown>>

/** Values that are domains or addresses. */
const addresses: readonly string[] = ['address', 'domain', 'other', 'target', 'text']

/**
 * The sentence of a reason, with its values.
 * @param show makes a text from a mail fit to be shown; addresses may have look-alike letters
 */
export function sayReason(
  words: Words,
  { code, values }: Pick<Reason, 'code' | 'values'>,
  show: (text: string, isAddress: boolean) => string,
): string {
  const said = words[code]
  if (typeof said === 'string') return said
  const shown = Object.entries(values).map(([name, value]) => [
    name,
    typeof value === 'number' ? value : show(value, addresses.includes(name)),
  ])
  return typeof said === 'function' ? String(said(Object.fromEntries(shown))) : code
}
