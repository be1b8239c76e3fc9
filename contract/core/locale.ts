/**
 * The language in which everything is written first, and in which what is not translated is shown.
 */
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

/** The way in which a language is read, also one that Aman has no words in. */
export function directionOf(locale: string): 'ltr' | 'rtl' {
  return /^(?:ar|fa|he|ur)\b/.test(locale) ? 'rtl' : 'ltr'
}
