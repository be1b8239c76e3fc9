import { transform } from '@nanostores/i18n'
import { type PluralForms, plural as pluralIn } from '../../../../contract/core/words/fill.ts'
import { formatCount } from './format.ts'

/** The form that the language of the page takes for a number. */
export const plural = transform<
  [count: number],
  string | (Record<string, string> & PluralForms),
  string
>((locale, forms, count) => pluralIn(locale, forms, count, formatCount))
