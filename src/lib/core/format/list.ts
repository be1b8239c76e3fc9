import { $locale } from '../i18n/i18n.ts'

/** The separator of a list's texts in the language of the page. */
export function listComma(): string {
  return $locale.get().startsWith('ar') ? '، ' : ', '
}
