import { baseLocale, type Locale, locales } from '../../contract/core/locale.ts'
import { isPseudoBuild, pseudoLocale } from './pseudo.ts'

export { directionOf } from '../../contract/core/locale.ts'

/** A language of the site's pages: its name in `lang`, in `Intl` and at the front of its paths. */
export type PageLocale = Locale | typeof pseudoLocale

/** The languages of the pages that this build makes. */
export const pageLocales: readonly PageLocale[] = isPseudoBuild
  ? [...locales, pseudoLocale]
  : locales

/** Those that stand in the path. */
export const localesInPaths: readonly PageLocale[] = pageLocales.filter((it) => it !== baseLocale)

/** The language of a page, by its address: `/ar/login` is in Arabic, what names none in English. */
export function localeOf({ pathname }: URL): PageLocale {
  const first = pathname.split('/')[1]
  return pageLocales.find((locale) => locale === first) ?? baseLocale
}

/** The paths of a file that each language has under its own: `/og.png` and `/ar/og.png`. */
export function pathsOfLocales() {
  return pageLocales.map((locale) => ({
    params: { locale: locale === baseLocale ? undefined : locale },
    props: { locale },
  }))
}
