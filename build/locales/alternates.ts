import { baseLocale, type Locale, locales } from '../../contract/core/locale.ts'
import { localizedPath } from '../../src/lib/core/navigation/localized-path.ts'
import { localeOf } from './locales.ts'

/** Each language's name for itself. */
export const localeNames: Readonly<Record<Locale, string>> = { en: 'English', ar: 'العربية' }

/** As Open Graph names them: with a country. */
export const openGraphLocales: Readonly<Record<Locale, string>> = { en: 'en_US', ar: 'ar_JO' }

interface Alternate {
  readonly locale: Locale
  readonly path: string
}

/** The path of a page in English: `/privacy-policy` of `/ar/privacy-policy/`. */
export function basePathOf(url: URL): `/${string}` {
  const locale = localeOf(url)
  const path = locale === baseLocale ? url.pathname : url.pathname.slice(locale.length + 1)
  return `/${path.replace(/^\/|\/$/g, '')}`
}

/** A page in all languages, English first. */
export function alternatesOf(url: URL): Alternate[] {
  return locales.map((locale) => ({ locale, path: localizedPath(basePathOf(url), locale) }))
}

/** As search engines are told: readers of other languages get the English page. */
export function hreflangsOf(path: `/${string}`): { hreflang: string; path: string }[] {
  return [
    ...locales.map((locale) => ({ hreflang: locale, path: localizedPath(path, locale) })),
    { hreflang: 'x-default', path: localizedPath(path, baseLocale) },
  ]
}
