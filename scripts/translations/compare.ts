import type { Translation, Words } from '../../build/locales/translation.ts'

/** The English words of one key, as they are written in the folders `words` of `src/lib`. */
export interface EnglishWords {
  readonly words: Words
  /** Whether the text takes a number, so that a translation may have a form for each kind of number. */
  readonly counts: boolean
}

export type EnglishFile = ReadonlyMap<string, EnglishWords>

export interface Comparison {
  /** What is wrong, each with the key that it is about. */
  readonly mistakes: readonly string[]
  readonly missing: readonly string[]
}

/** Compares the words of a file in a language with the English ones. */
export function compare(
  english: EnglishFile,
  translation: Translation,
  locale: string,
): Comparison {
  const missing = [...english.keys()].filter((key) => !Object.hasOwn(translation, key))
  const mistakes = Object.entries(translation).flatMap(([key, words]) => {
    const original = english.get(key)
    if (original === undefined) return [`${key}: English has no such key`]
    return mistakesOf(original, words, locale).map((mistake) => `${key}: ${mistake}`)
  })
  return { mistakes, missing }
}

function mistakesOf(original: EnglishWords, words: Words, locale: string): string[] {
  const expected = placeholdersOf(Object.values(formsOf(original.words)).join(' '))
  const empty = Object.values(formsOf(words)).some((text) => text.trim() === '')
  const isEmptyToo = Object.values(formsOf(original.words)).some((text) => text.trim() === '')
  const blank = empty && !isEmptyToo ? ['has an empty text'] : []
  if (typeof words === 'string') return [...blank, ...wrongPlaceholders(expected, words)]
  if (!original.counts) return ['English has one text here, without plural forms']
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

function wrongPlaceholders(expected: readonly string[], text: string): string[] {
  const found = placeholdersOf(text)
  return [
    ...expected.filter((name) => !found.includes(name)).map((name) => `{${name}} is missing`),
    ...found
      .filter((name) => !expected.includes(name))
      .map((name) => `{${name}} is not a placeholder of the English text`),
  ]
}

function placeholdersOf(text: string): string[] {
  return [...new Set(Array.from(text.matchAll(/\{([^{}]*)\}/g), ([, name = '']) => name))]
}

function formsOf(words: Words): Record<string, string> {
  return typeof words === 'string' ? { other: words } : words
}
