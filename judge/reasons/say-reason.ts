import { shownSender } from '../../contract/core/shown-sender.ts'
import { visibleText } from '../../contract/core/visible-text.ts'
import type { Reason } from '../judgement.ts'
import type { ReasonCode } from './codes.ts'

/** The words of one language in `judge-reasons.words.yaml`; server and site read them in their own way. */
type Words = Readonly<Record<ReasonCode, unknown>>

/** Values that are domains or addresses: look-alike letters in them are shown in Punycode. */
const addresses: readonly string[] = ['address', 'domain', 'other', 'target', 'text']

/** What a reason says, with its values. */
export function sayReason(words: Words, { code, values }: Pick<Reason, 'code' | 'values'>): string {
  const text = words[code]
  if (typeof text === 'string') return text
  const shown = Object.entries(values).map(([name, value]) => [name, shownValue(name, value)])
  return typeof text === 'function' ? String(text(Object.fromEntries(shown))) : code
}

function shownValue(name: string, value: string | number): string | number {
  if (typeof value === 'number') return value
  return addresses.includes(name) ? shownSender(value).text : visibleText(value)
}
