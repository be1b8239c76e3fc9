import { $locale } from '../messages/i18n.ts'

/** The language as `Intl` takes it: digits are Western in every language. */
export function intlLocale(): string {
  return `${$locale.get()}-u-nu-latn`
}
