import { baseLocale, type Locale, locales } from '../../contract/core/locale.ts'

/** Something in every language; a missing one is a type error. */
export type ByLocale<Words> = Readonly<Record<Locale, Words>>

export function wordsIn<Words>(words: ByLocale<Words>, locale: Locale): Words {
  return words[locale]
}

/** Content of the operator, which may have other languages than the site; English is always there. */
export type Translations<Content> = { readonly [baseLocale]: Content } & Readonly<
  Record<string, Content>
>

/** @returns the content in a language, or in English if it has none */
export function contentIn<Content>(content: Translations<Content>, locale: string): Content {
  return (Object.hasOwn(content, locale) ? content[locale] : undefined) ?? content[baseLocale]
}

/** The language that a request names; undefined if it names none of Aman's. */
export function knownLocale(given: string | undefined): Locale | undefined {
  return locales.find((locale) => locale === given)
}

/** The beginning of all pages' addresses in a language: Arabic pages are under `/ar/`. */
export function siteUrl(origin: string, locale: Locale): string {
  return locale === baseLocale ? origin : `${origin}/${locale}`
}

/** The address of a page of the site. */
export function pageUrl(origin: string, path: `/${string}`, locale: Locale): string {
  return siteUrl(origin, locale) + path
}
