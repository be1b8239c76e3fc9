import { join } from 'node:path'
import type { Locale } from '../../contract/core/locale.ts'
import { shownText } from '../../contract/core/shown-sender.ts'
import type { Reason } from '../../judge/judgement.ts'
import { sayReason } from '../../judge/reasons/say-reason.ts'
import { readWords } from '../core/read-words.ts'

const folder = join(import.meta.dirname, '../../judge/reasons')
const words = readWords(folder, 'judge-reasons.words.yaml')

/** The sentence of a reason in a language, with its values. */
export function reasonIn(locale: Locale, reason: Reason): string {
  return sayReason(words[locale], reason, shownText)
}
