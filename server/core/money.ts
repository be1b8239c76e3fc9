import { baseLocale } from '../../contract/locale.ts'
import { type ByLocale, intlLocale, wordsIn } from './locale.ts'

/** Money is stored in whole fils to avoid rounding errors. */
const filsPerJod = 1000

/** 0.10 JOD for each scanned mail (R365). */
export const scanCostFils = 100

/** An amount as calls return it. */
export function jodOf(fils: number): number {
  return fils / filsPerJod
}

const jod: ByLocale<(amount: string) => string> = { en: (amount) => `${amount} JOD` }

/** An amount for display, for example `1,234.50 JOD`, rounded half up (R004). */
export function formatFils(fils: number, locale: string = baseLocale): string {
  const amount = new Intl.NumberFormat(intlLocale(locale), {
    minimumFractionDigits: 2,
    maximumFractionDigits: 2,
  })
  return wordsIn(jod, locale)(amount.format(Math.floor((fils + 5) / 10) / 100))
}
