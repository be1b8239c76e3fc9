import type { Endpoint } from '../../../contract/endpoint.ts'
import { baseLocale } from '../../../contract/locale.ts'
import { $locale } from '../messages/i18n.ts'

/** What asks for an answer in the language of the page; nothing in English. */
export function localeField({ takesLocale }: Endpoint): [string, unknown][] {
  const locale = $locale.get()
  return takesLocale && locale !== baseLocale ? [['locale', locale]] : []
}
