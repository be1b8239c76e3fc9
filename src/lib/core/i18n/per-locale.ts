import { intlLocale } from './intl-locale.ts'

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
