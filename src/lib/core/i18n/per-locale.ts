import { intlLocaleOf } from '../../../../contract/core/locale.ts'
import { $locale } from './i18n.ts'

/** The locale for `Intl`, with Western digits in every language. */
export function intlLocale(): string {
  return intlLocaleOf($locale.get())
}

/** Caches one format per language, because creating one is far slower than using it. */
export function perLocale<Format>(make: (locale: string) => Format): () => Format {
  const made = new Map<string, Format>()
  return () => {
    const locale = intlLocale()
    const format = made.get(locale) ?? make(locale)
    made.set(locale, format)
    return format
  }
}
