import { createHash } from 'node:crypto'
import { baseLocale } from '../../contract/core/locale.ts'
import { $locale, i18n } from '../../src/lib/core/i18n/i18n.ts'
import { isolateData } from './isolates.ts'
import { directionOf, localesInPaths, type PageLocale } from './locales.ts'
import { pseudoLocale, pseudoValue } from './pseudo.ts'
import { componentOf, readTranslation, type Translation } from './translation.ts'

/** Each defines its English words, which makes the catalogue of the base. */
import.meta.glob('../../src/lib/**/words/*.ts', { eager: true })

const sources = import.meta.glob<string>('../../src/locales/*/*.yaml', {
  query: '?raw',
  import: 'default',
  eager: true,
})

/** What the islands of public pages say once they are touched; those of accounts need all words. */
export const componentsOfPublicPages = ['mailLink', 'errors', 'fields', 'notices', 'demoForm']

/** What a page loads: all words, or those of public pages. */
export type CataloguePart = 'all' | 'public'

export const catalogueParts: readonly CataloguePart[] = ['all', 'public']

const words = new Map(localesInPaths.map((locale) => [locale, wordsIn(locale)]))

/** What is not translated is left out: the English words in the code stand in. */
function wordsIn(locale: PageLocale): Readonly<Record<string, unknown>> {
  if (locale === pseudoLocale) return pseudoValue(i18n.cache[baseLocale] ?? {})
  const found: Record<string, Translation> = {}
  for (const [path, source] of Object.entries(sources)) {
    const [, folder, name] = /([^/]+)\/([^/]+)\.yaml$/.exec(path) ?? []
    if (folder !== locale || name === undefined) continue
    const translation = readTranslation(path, source)
    found[componentOf(name)] =
      directionOf(locale) === 'rtl' ? isolateData(translation) : translation
  }
  return found
}

/** What the islands say in a language, as the one file that a page loads. */
export function catalogueOf(locale: PageLocale, part: CataloguePart): string {
  const all = words.get(locale) ?? {}
  if (part === 'all') return JSON.stringify(all)
  return JSON.stringify(
    Object.fromEntries(componentsOfPublicPages.map((component) => [component, all[component]])),
  )
}

/** @returns undefined for the base, which is in the code */
export function catalogueUrl(locale: PageLocale, part: CataloguePart): string | undefined {
  return locale === baseLocale ? undefined : `/assets/${catalogueName(locale, part)}.json`
}

/** With a hash of the content, as everything under /assets/. */
export function catalogueName(locale: PageLocale, part: CataloguePart): string {
  const text = catalogueOf(locale, part)
  const hash = createHash('sha256').update(text).digest('base64url').slice(0, 8)
  return `messages.${locale}.${hash}`
}

/** From now on the islands are prerendered in this language; a build renders one page at a time. */
export function speak(locale: PageLocale): void {
  if (locale !== baseLocale) i18n.cache[locale] ??= JSON.parse(catalogueOf(locale, 'all'))
  $locale.set(locale)
}
