import { $locale } from '../i18n/i18n.ts'

/** What parts the texts of a list in the language of the page. */
export function listComma(): string {
  return $locale.get().startsWith('ar') ? '، ' : ', '
}
