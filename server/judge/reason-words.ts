import type { Locale } from '../../contract/core/locale.ts'
import type { Reason } from '../../judge/judgement.ts'
import type { ReasonCode } from '../../judge/reasons/codes.ts'
import { readWords } from '../core/read-words.ts'

const words = readWords(import.meta.dirname, 'reasons.words.yaml')

type Words = (typeof words)[Locale]

/** What a reason says in a language, with its values. */
export function reasonIn(locale: Locale, { code, values }: Reason): string {
  return textOf(words[locale], code, values)
}

function textOf(all: Words, code: ReasonCode, values: Reason['values']): string {
  const text: unknown = all[code]
  if (typeof text === 'string') return text
  return typeof text === 'function' ? String(text(values)) : code
}
