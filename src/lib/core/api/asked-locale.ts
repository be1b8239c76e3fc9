import type { Endpoint } from '../../../../contract/core/endpoint.ts'
import { baseLocale } from '../../../../contract/core/locale.ts'
import { $locale } from '../i18n/i18n.ts'

/** What asks for an answer in the language of the page; nothing in English. */
export function localeField({ takesLocale }: Endpoint): [string, unknown][] {
  const locale = $locale.get()
  return takesLocale && locale !== baseLocale ? [['locale', locale]] : []
}
