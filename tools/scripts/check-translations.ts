import { existsSync, globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { readAllWords } from '../../build/locales/read-all-words.ts'
import { repeatedNames } from '../../build/locales/word-types.ts'
import { baseLocale, type Locale, locales } from '../../contract/core/locale.ts'
import {
  type Entry,
  entriesOf,
  placeholdersIn,
  textsOf,
  type Words,
} from '../../contract/core/words/parse-words.ts'
import { root } from './run-command.ts'
import { isArabic } from './translations/arabic-texts.ts'

/*
 * node tools/scripts/check-translations.ts: holds the words of each language beside the English ones. Content
 * files are checked by their schemas when the site is built; here each needs a translation.
 */

const files = readAllWords(root)
const contentFiles = globSync('*.yaml', { cwd: join(root, 'src/content') })
const problems = repeatedNames(files)

for (const { path, words } of files) {
  for (const { key, entry } of entriesOf(words)) {
    problems.push(...mistakesInEnglish(entry).map((mistake) => `${path}: ${key}: ${mistake}`))
  }
}
for (const locale of locales.filter((it) => it !== baseLocale)) {
  let untranslated = 0
  let total = 0
  for (const { path, words } of files) {
    for (const { key, entry } of entriesOf(words)) {
      const { mistakes, isMissing } = compare(entry, locale)
      total += 1
      untranslated += isMissing ? 1 : 0
      problems.push(...mistakes.map((mistake) => `${path}: ${key}.${locale}: ${mistake}`))
      if (isMissing) problems.push(`${path}: ${key}.${locale} is missing`)
    }
  }
  for (const name of contentFiles) {
    const path = `src/content/${locale}/${name}`
    if (!existsSync(join(root, path))) problems.push(`${path}: is missing`)
  }
  console.log(`${locale}: ${total} texts, ${untranslated} of them shown in English`)
}

/** Names of languages in themselves, and the product's name. */
const namesInCode = ['contract/core/product.ts', 'contract/core/locale.ts']
for (const path of globSync('{contract,server}/**/*.ts', { cwd: root })) {
  if (namesInCode.includes(path) || !isArabic(readFileSync(join(root, path), 'utf8'))) continue
  problems.push(`${path}: has an Arabic text; write it into the words beside it`)
}

if (problems.length > 0) {
  console.log(problems.join('\n'))
  process.exitCode = 1
}

interface Comparison {
  /** Mistakes in the words of a language, beside the English ones. */
  readonly mistakes: readonly string[]
  readonly isMissing: boolean
}

/** Compares the words of an entry in a language with the English ones. */
function compare(entry: Entry, locale: Locale): Comparison {
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
function mistakesInEnglish({ en }: Entry): string[] {
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
