import { baseLocale, type Locale, locales } from '../../../../contract/core/locale.ts'
import { $locale } from '../i18n/i18n.ts'
import { localizedPath } from './localized-path.ts'

/** Each language as it calls itself. */
export const languageNames: Readonly<Record<Locale, string>> = { en: 'English', ar: 'العربية' }

/** Every language, with how it calls itself. */
export const languageChoices = locales.map((locale) => ({ locale, name: languageNames[locale] }))

/** How the language of an organization calls itself; null is English. */
export function nameOfLanguage(locale: Locale | null): string {
  return languageNames[locale ?? baseLocale]
}

/** The language with a name, for instance of a field; null for any other value. */
export function localeNamed(name: unknown): Locale | null {
  return locales.find((locale) => locale === name) ?? null
}

/** The language that a page offers beside its own. */
export function otherLanguage(current: string = $locale.get()): Locale {
  return locales.find((locale) => locale !== current) ?? baseLocale
}

/**
 * The path of the same page in another language.
 * @param current the language of the path
 */
export function pathInLanguage(
  locale: string,
  path: string,
  current: string = $locale.get(),
): string {
  const prefix = current === baseLocale ? '' : `/${current}`
  return localizedPath(`/${path.slice(prefix.length + 1)}`, locale)
}

/** The language that a path names. */
export function localeOfPath(path: string): string {
  const first = path.split('/')[1]
  return [...locales, $locale.get()].find((locale) => locale === first) ?? baseLocale
}
