import type { Endpoint } from '../../../../contract/core/endpoint.ts'
import { baseLocale } from '../../../../contract/core/locale.ts'
import { $locale } from '../i18n/i18n.ts'

/** The field that asks for an answer in the language of the page; none in English. */
export function localeField({ takesLocale }: Endpoint): [string, unknown][] {
  const locale = $locale.get()
  return takesLocale && locale !== baseLocale ? [['locale', locale]] : []
}
