/** The language in which everything is written first, and in which what is not translated is shown. */
export const baseLocale = 'en'

/** The languages of Aman: their names in addresses, in `lang` and in `Intl`. */
export const locales = [baseLocale, 'ar'] as const

export type Locale = (typeof locales)[number]

/**
 * A language as `Intl` takes it, with Western digits. Arabic is that of Jordan, whose names of months
 * (شباط) are not those of Egypt or the Gulf.
 */
export function intlLocaleOf(locale: string): string {
  return `${locale === 'ar' ? 'ar-JO' : locale}-u-nu-latn`
}
