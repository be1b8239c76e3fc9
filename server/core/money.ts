import { baseLocale, intlLocaleOf, type Locale } from '../../contract/core/locale.ts'
import { filsPerJod } from '../../contract/receipts/price.ts'
import { wordsIn } from './locale.ts'
import { readWords } from './read-words.ts'

/** An amount as calls return it. */
export function jodOf(fils: number): number {
  return fils / filsPerJod
}

const words = readWords(import.meta.dirname, 'formats.words.yaml')

/** An amount for display, for example `1,234.50 JOD`, rounded half up (R004). */
export function formatFils(fils: number, locale: Locale = baseLocale): string {
  const amount = new Intl.NumberFormat(intlLocaleOf(locale), {
    minimumFractionDigits: 2,
    maximumFractionDigits: 2,
  })
  return wordsIn(words, locale).amount({ amount: amount.format(Math.floor((fils + 5) / 10) / 100) })
}
