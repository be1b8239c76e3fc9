import { baseLocale, type Locale, locales } from '../../contract/core/locale.ts'

export { directionOf } from '../../contract/core/locale.ts'

/** Those that stand in the path. */
export const localesInPaths: readonly Locale[] = locales.filter((it) => it !== baseLocale)

/** The language of a page, by its address: `/ar/login` is in Arabic, what names none in English. */
export function localeOf({ pathname }: URL): Locale {
  const first = pathname.split('/')[1]
  return locales.find((locale) => locale === first) ?? baseLocale
}

/** The paths of a file that each language has under its own: `/og.png` and `/ar/og.png`. */
export function pathsOfLocales() {
  return locales.map((locale) => ({
    params: { locale: locale === baseLocale ? undefined : locale },
    props: { locale },
  }))
}
