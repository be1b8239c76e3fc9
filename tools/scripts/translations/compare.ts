import type { Locale } from '../../../contract/core/locale.ts'
import {
  type Entry,
  placeholdersIn,
  textsOf,
  type Words,
} from '../../../contract/core/words/parse-words.ts'

export interface Comparison {
  /** Mistakes in the words of a language, beside the English ones. */
  readonly mistakes: readonly string[]
  readonly isMissing: boolean
}

/** Compares the words of an entry in a language with the English ones. */
export function compare(entry: Entry, locale: Locale): Comparison {
  const words = entry[locale]
  return words === undefined
    ? { mistakes: [], isMissing: true }
    : { mistakes: mistakesOf(entry.en, words, locale), isMissing: false }
}

function mistakesOf(english: Words, words: Words, locale: string): string[] {
  const expected = placeholdersIn(textsOf(english).join(' '))
  const isEmpty = (it: Words) => textsOf(it).some((text) => text.trim() === '')
  const blank = isEmpty(words) && !isEmpty(english) ? ['has an empty text'] : []
  if (typeof words === 'string') return [...blank, ...wrongPlaceholders(expected, words)]
  if (typeof english === 'string') return ['English has one text here, without plural forms']
  const needed = new Intl.PluralRules(locale).resolvedOptions().pluralCategories
  const forms = Object.keys(words)
  return [
    ...blank,
    ...needed.filter((form) => !forms.includes(form)).map((form) => `has no form '${form}'`),
    ...forms
      .filter((form) => !needed.some((it) => it === form))
      .map((form) => `the language does not use the form '${form}'`),
    ...Object.entries(words).flatMap(([form, text]) => {
      // A word such as 'two messages' can stand for its number.
      const isNumberInWords = ['zero', 'one', 'two'].includes(form) && !text.includes('{count}')
      const inForm = isNumberInWords ? expected.filter((name) => name !== 'count') : expected
      return wrongPlaceholders(inForm, text).map((mistake) => `in '${form}', ${mistake}`)
    }),
  ]
}

/** English has the forms 'one' and 'other', or one text that suits every number. */
export function mistakesInEnglish({ en }: Entry): string[] {
  if (typeof en === 'string') return []
  const wrong = Object.keys(en).filter((form) => form !== 'one' && form !== 'other')
  const names = placeholdersIn(textsOf(en).join(' ')).filter((name) => name !== 'count')
  return [
    ...wrong.map((form) => `English does not use the form '${form}'`),
    ...names.map((name) => `a text with plural forms takes {count}, and not {${name}}`),
  ]
}

function wrongPlaceholders(expected: readonly string[], text: string): string[] {
  const found = placeholdersIn(text)
  return [
    ...expected.filter((name) => !found.includes(name)).map((name) => `{${name}} is missing`),
    ...found
      .filter((name) => !expected.includes(name))
      .map((name) => `{${name}} is not a placeholder of the English text`),
  ]
}
