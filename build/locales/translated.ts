import { directionOf, type Locale } from '../../contract/core/locale.ts'
import {
  type Entry,
  entriesOf,
  mapTexts,
  type WordGroup,
  type Words,
  withProductName,
} from '../../contract/core/words/parse-words.ts'

/**
 * Placeholders of what the site itself writes in the language of the page: numbers, times, and words
 * from other words. All others are data that may be in any script: names, addresses, ids.
 */
const ownWords = new Set(
  (
    'action age amount band count date day done end event field fields first found green kind kinds ' +
    'language last level line max max_bytes min month now number percent period recent red requests ' +
    'score screen status time title total usual what when word product'
  ).split(' '),
)

/**
 * Isolates data in the sentences of a language that is read from the right: Arabic letters before it
 * would turn the parts of `365-firm.example` around. What is written on to data, as `www.` before a domain,
 * belongs to it.
 */
export function isolateData(words: Words): Words {
  return mapTexts(words, (text) =>
    text.replaceAll(/(?:[a-z0-9-]+[.@])*\{(\w+)\}/g, (whole, name: string) =>
      ownWords.has(name) ? whole : `\u2068${whole}\u2069`,
    ),
  )
}

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
