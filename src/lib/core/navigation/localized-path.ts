import { baseLocale } from '../../../../contract/core/locale.ts'
import { $locale } from '../i18n/i18n.ts'

/** The path of a page in a language: `/login` in English, `/<locale>/login` in others. */
export function localizedPath<Path extends `/${string}`>(
  path: Path,
  locale: string = $locale.get(),
): Path | `/${string}${Path}` {
  return locale === baseLocale ? path : `/${locale}${path}`
}

/** The same for a table of paths. */
export function localizedPaths<Name extends string>(
  paths: Readonly<Record<Name, `/${string}`>>,
): Record<Name, string> {
  const localized: Record<Name, string> = { ...paths }
  for (const name in paths) localized[name] = localizedPath(paths[name])
  return localized
}

/** Asks a call for its answer in the language of the page; undefined in English. */
export function localeQuery(): string | undefined {
  const locale = $locale.get()
  return locale === baseLocale ? undefined : `?locale=${locale}`
}
