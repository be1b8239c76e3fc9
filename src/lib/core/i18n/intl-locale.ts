import { intlLocaleOf } from '../../../../contract/core/locale.ts'
import { $locale } from './i18n.ts'

/** The locale for `Intl`, with Western digits in every language. */
export function intlLocale(): string {
  return intlLocaleOf($locale.get())
}

/**
 * The usual style of a date. That of Arabic is all in digits, with marks of direction between them that
 * spoil what is copied, so the month is named there.
 */
export function dateStyleOf(locale: string): 'long' | 'medium' {
  return locale.startsWith('ar') ? 'long' : 'medium'
}
