import { baseLocale } from '../../contract/locale.ts'
import { isPseudoBuild, pseudoLocale } from './pseudo.ts'

/** A language of the site: its name in `lang`, in `Intl` and at the front of its paths. */
export type Locale = typeof baseLocale | typeof pseudoLocale

/** What this build speaks. */
export const locales: readonly Locale[] = isPseudoBuild ? [baseLocale, pseudoLocale] : [baseLocale]

export const otherLocales: readonly Locale[] = locales.filter((locale) => locale !== baseLocale)

/** The language of a page, by its address: `/ar-XB/login` is in ar-XB, what names none in English. */
export function localeOf({ pathname }: URL): Locale {
  const first = pathname.split('/')[1]
  return locales.find((locale) => locale === first) ?? baseLocale
}

export function directionOf(locale: Locale): 'ltr' | 'rtl' {
  return locale === pseudoLocale ? 'rtl' : 'ltr'
}
