import { directionOf, type Locale } from '../../contract/core/locale.ts'
import {
  type Entry,
  entriesOf,
  mapTexts,
  type WordGroup,
  type Words,
  withProductName,
} from '../../contract/core/words/parse-words.ts'
import { isolateData } from './isolates.ts'

/** Untranslated words are left out: the English words in the code stand in. */
export function translated(words: WordGroup, locale: Locale): Readonly<Record<string, Words>> {
  return Object.fromEntries(
    entriesOf(words).flatMap(({ key, entry }) => {
      const found = wordsOf(entry, locale)
      return found === undefined ? [] : [[key, found] as const]
    }),
  )
}

function wordsOf(entry: Entry, locale: Locale): Words | undefined {
  const words = entry[locale]
  if (words === undefined) return undefined
  const ready = inForms(named(words, locale))
  return directionOf(locale) === 'rtl' ? isolateData(ready) : ready
}

function named(words: Words, locale: Locale): Words {
  return mapTexts(words, (text) => withProductName(text, locale))
}

/** A text that holds for every number needs no forms. */
function inForms(words: Words): Words {
  return typeof words !== 'string' && Object.keys(words).length === 1 ? words.other : words
}
