import type { Locale } from '../../../contract/core/locale.ts'
import type { ByLocale } from '../../core/locale.ts'
import { sampleWords } from '../../demo/sample-words.ts'
import { splitOverruled, verdictWords } from '../verdict-words.ts'
import { findingWords } from './finding-words.ts'

/** Every sentence that Aman itself keeps with a mail. */
const tables: readonly ByLocale<Readonly<Record<string, string>>>[] = [
  findingWords,
  verdictWords,
  sampleWords,
]

const bySentence: ByLocale<ReadonlyMap<string, string>> = {
  en: translationsTo('en'),
  ar: translationsTo('ar'),
}

function translationsTo(locale: Locale): ReadonlyMap<string, string> {
  return new Map(
    tables.flatMap((words) =>
      Object.entries(words.en).map(([code, sentence]) => [
        sentence,
        words[locale][code] ?? sentence,
      ]),
    ),
  )
}

/**
 * A sentence that is kept with a mail, in the language of its reader (A884). Mail is kept with English
 * sentences; one that Aman did not write, from a gateway, stays as it is.
 */
export function sentenceIn(locale: Locale, sentence: string): string {
  const overruled = splitOverruled(sentence)
  if (overruled !== undefined) {
    return `${sentenceIn(locale, overruled.own)}: ${sentenceIn(locale, overruled.reason)}`
  }
  return bySentence[locale].get(sentence) ?? sentence
}
