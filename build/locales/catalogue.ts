import { createHash } from 'node:crypto'
import { baseLocale, type Locale } from '../../contract/core/locale.ts'
import { parseWords, type Words } from '../../contract/core/words/parse-words.ts'
import { $locale, i18n } from '../../src/lib/core/i18n/i18n.ts'
import { localesInPaths } from './locales.ts'
import { translated } from './translated.ts'
import { namesOf } from './word-types.ts'

const sources = import.meta.glob<string>(
  ['../../src/lib/**/*.words.yaml', '../../judge/**/*.words.yaml'],
  { query: '?raw', import: 'default', eager: true },
)

/** Words of public pages alone: the dashboards get the reasons of the judge from the server. */
const onlyOfPublicPages = ['judgeReasons', 'tryMail']

/** Words of public pages' islands once they are touched; those of accounts need the others too. */
export const componentsOfPublicPages = [
  ...['mailLink', 'causes', 'errors', 'fields', 'notices', 'demoForm', 'mailFile', 'judgedMail'],
  ...onlyOfPublicPages,
]

/** The words that a page loads: all of accounts, or those of public pages. */
export type CataloguePart = 'all' | 'public'

export const catalogueParts: readonly CataloguePart[] = ['all', 'public']

const sourceOf = new Map(
  Object.entries(sources).map(([path, source]) => [
    path.replace(/^.*\/|\.words\.yaml$/g, ''),
    source,
  ]),
)

const words = new Map(localesInPaths.map((locale) => [locale, wordsIn(locale)]))

function wordsIn(locale: Locale): Readonly<Record<string, Readonly<Record<string, Words>>>> {
  return Object.fromEntries(
    Object.entries(sources).map(([path, source]) => [
      namesOf(path).component,
      translated(
        parseWords(path, source, (name) => sourceOf.get(name)),
        locale,
      ),
    ]),
  )
}

/** The islands' words in a language, as the one file that a page loads. */
export function catalogueOf(locale: Locale, part: CataloguePart): string {
  const all = Object.entries(words.get(locale) ?? {})
  const ofPart = all.filter(([component]) =>
    part === 'all'
      ? !onlyOfPublicPages.includes(component)
      : componentsOfPublicPages.includes(component),
  )
  return JSON.stringify(Object.fromEntries(ofPart))
}

/** @returns undefined for the base, which is in the code */
export function catalogueUrl(locale: Locale, part: CataloguePart): string | undefined {
  return locale === baseLocale ? undefined : `/assets/${catalogueName(locale, part)}.json`
}

/** With a hash of the content, as everything under /assets/. */
export function catalogueName(locale: Locale, part: CataloguePart): string {
  const text = catalogueOf(locale, part)
  const hash = createHash('sha256').update(text).digest('base64url').slice(0, 8)
  return `words.${locale}.${hash}`
}

/** From now on the islands are prerendered in this language; a build renders one page at a time. */
export function speak(locale: Locale): void {
  if (locale !== baseLocale) i18n.cache[locale] ??= JSON.parse(JSON.stringify(words.get(locale)))
  $locale.set(locale)
}
