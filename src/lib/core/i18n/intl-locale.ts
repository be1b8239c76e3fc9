import { intlLocaleOf } from '../../../../contract/core/locale.ts'
import { $locale } from './i18n.ts'

/** The locale for `Intl`, with Western digits in every language. */
export function intlLocale(): string {
  return intlLocaleOf($locale.get())
}
