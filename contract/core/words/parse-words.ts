import { parseDocument } from 'yaml'
import { baseLocale, type Locale, locales } from '../locale.ts'
import { productNameIn } from '../product.ts'
import type { PluralForms } from './fill.ts'

/** A text in a language, or one for each of its plural forms. */
export type Words = string | PluralForms

/** One text in every language; a language that it lacks is answered in English. */
export type Entry = { readonly [baseLocale]: Words } & Readonly<Partial<Record<Locale, Words>>>

/** The texts of a `*.words.yaml`, some of them in groups. */
export type WordGroup = ReadonlyMap<string, Entry | WordGroup>

export interface NamedEntry {
  /** `title`, or `industries.finance` in a group. */
  readonly key: string
  readonly entry: Entry
}

/** @returns the text of the `<name>.words.yaml` of a name */
export type FindWords = (name: string) => string | undefined

/**
 * @param file its path, for messages
 * @param find where a text may be another file's: `organization: organizations.one`
 * @throws Error with the file and the line or the key if it is not a list of keys with texts
 */
export function parseWords(file: string, source: string, find?: FindWords): WordGroup {
  // A reader of UTF-8 puts this in the place of other bytes.
  const lost = source.split('\n').findIndex((line) => line.includes('\ufffd'))
  if (lost >= 0) throw new Error(`${file}, line ${lost + 1}: a letter is lost; save it as UTF-8`)
  const data = dataIn(file, source)
  if (!isTable(data)) throw new Error(`${file} holds no words`)
  return groupOf(data, `${file}: `, find)
}

/** Each text is read once, though hundreds of words are another file's. */
const tables = new Map<string, unknown>()

/** A release holds the words as JSON, which is YAML too and read in a hundredth of the time. */
function dataIn(file: string, source: string): unknown {
  if (source.startsWith('{')) return JSON.parse(source)
  if (tables.has(source)) return tables.get(source)
  const document = parseDocument(source)
  const [fault] = [...document.errors, ...document.warnings]
  if (fault !== undefined) throw new Error(`${file}: ${fault.message}`)
  const data: unknown = document.toJS()
  tables.set(source, data)
  return data
}

function groupOf(data: Table, place: string, find?: FindWords): WordGroup {
  return new Map(
    Object.entries(data).map(([key, node]) => [key, nodeOf(node, `${place}${key}`, find)] as const),
  )
}

function nodeOf(node: unknown, place: string, find?: FindWords): Entry | WordGroup {
  if (typeof node === 'string') return entryOf(namedIn(node, place, find), place)
  if (!isTable(node)) throw new Error(`${place} has no text by language`)
  const isEntry = locales.some((locale) => Object.hasOwn(node, locale))
  return isEntry ? entryOf(node, place) : groupOf(node, `${place}.`, find)
}

/** The text of another file that a name stands for. */
function namedIn(name: string, place: string, find?: FindWords): Table {
  const [file = '', key = ''] = name.split('.')
  const source = find?.(file)
  const data = source === undefined ? undefined : dataIn(file, source)
  const named = isTable(data) ? data[key] : undefined
  if (!isTable(named)) throw new Error(`${place} has no text by language, and ${name} is none`)
  return named
}

export function isGroup(node: Entry | WordGroup): node is WordGroup {
  return node instanceof Map
}

/** The texts of a group and of the groups in it. */
export function entriesOf(group: WordGroup, prefix = ''): NamedEntry[] {
  return [...group].flatMap(([name, node]) => {
    const key = `${prefix}${name}`
    return isGroup(node) ? entriesOf(node, `${key}.`) : [{ key, entry: node }]
  })
}

function entryOf(node: Table, place: string): Entry {
  const words = Object.entries(node).map(([name, value]) => {
    const locale = locales.find((it) => it === name)
    if (locale === undefined) throw new Error(`${place}: '${name}' is no language`)
    if (!isWords(value)) throw new Error(`${place}.${name} is neither a text nor plural forms`)
    return [locale, value] as const
  })
  const { en, ...others }: Partial<Record<Locale, Words>> = Object.fromEntries(words)
  if (en === undefined) throw new Error(`${place} has no English text`)
  return { en, ...others }
}

type Table = Readonly<Record<string, unknown>>

function isTable(value: unknown): value is Table {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function isWords(value: unknown): value is Words {
  if (typeof value === 'string') return true
  if (!isTable(value) || !Object.hasOwn(value, 'other')) return false
  return Object.values(value).every((form) => typeof form === 'string')
}

/** The texts of an entry in a language: one, or one for each plural form. */
export function textsOf(words: Words): string[] {
  return typeof words === 'string' ? [words] : Object.values(words)
}

/** The same words with every text changed. */
export function mapTexts(words: Words, change: (text: string) => string): Words {
  if (typeof words === 'string') return change(words)
  const { other, ...forms } = words
  const changed = Object.entries(forms).map(([form, text]) => [form, change(text)])
  return { ...Object.fromEntries(changed), other: change(other) }
}

/** Stands for the product's name, which is written in one place (R005). */
const product = 'product'

/** The names in braces that values take the place of. */
export function placeholdersIn(text: string): string[] {
  const names = Array.from(text.matchAll(/\{([^{}]*)\}/g), ([, name = '']) => name)
  return [...new Set(names)].filter((name) => name !== product)
}

export function withProductName(text: string, locale: string): string {
  return text.replaceAll(`{${product}}`, productNameIn(locale))
}
