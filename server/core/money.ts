import { baseLocale, intlLocaleOf, type Locale } from '../../contract/core/locale.ts'
import { filsPerJod } from '../../contract/receipts/price.ts'
import { type ByLocale, wordsIn } from './locale.ts'

/** An amount as calls return it. */
export function jodOf(fils: number): number {
  return fils / filsPerJod
}

const jod: ByLocale<(amount: string) => string> = {
  en: (amount) => `${amount} JOD`,
  ar: (amount) => `${amount} د.أ`,
}

/** An amount for display, for example `1,234.50 JOD`, rounded half up (R004). */
export function formatFils(fils: number, locale: Locale = baseLocale): string {
  const amount = new Intl.NumberFormat(intlLocaleOf(locale), {
    minimumFractionDigits: 2,
    maximumFractionDigits: 2,
  })
  return wordsIn(jod, locale)(amount.format(Math.floor((fils + 5) / 10) / 100))
}
