import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Locale, locales } from '../../contract/core/locale.ts'
import { fill, plural, type Values } from '../../contract/core/words/fill.ts'
import {
  type Entry,
  isGroup,
  mapTexts,
  parseWords,
  placeholdersIn,
  type WordGroup,
  withProductName,
} from '../../contract/core/words/parse-words.ts'
import type { ByLocale } from './locale.ts'

/**
 * Reads the words of a noun, which stand beside it in `<name>.words.yaml`. A text with names in braces
 * is a function of their values, one with plural forms of a number. The types are made from the file
 * (`ServerWords`).
 * @throws Error with the file and the key that is wrong
 */
export function readWords<Name extends keyof ServerWords>(
  folder: string,
  name: Name,
): ByLocale<ServerWords[Name]>
export function readWords(folder: string, name: string): unknown {
  const file = join(folder, name)
  const words = parseWords(file, readFileSync(file, 'utf8'))
  return Object.fromEntries(locales.map((locale) => [locale, groupIn(words, locale)]))
}

function groupIn(group: WordGroup, locale: Locale): object {
  return Object.fromEntries(
    [...group].map(([key, node]) => [
      key,
      isGroup(node) ? groupIn(node, locale) : textIn(node, locale),
    ]),
  )
}

function textIn(entry: Entry, locale: Locale): unknown {
  const words = mapTexts(entry[locale] ?? entry.en, (text) => withProductName(text, locale))
  if (typeof entry.en !== 'string') return (count: number) => plural(locale, words, count)
  if (typeof words !== 'string') throw new Error('English has one text, without plural forms')
  if (placeholdersIn(entry.en).length === 0) return words
  return (values: Values) => fill(words, values)
}
