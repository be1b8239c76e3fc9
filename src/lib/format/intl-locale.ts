import { $locale } from '../messages/i18n.ts'

/** The locale for `Intl`, with Western digits in every language. */
export function intlLocale(): string {
  return `${$locale.get()}-u-nu-latn`
}
