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
  const hundredths = Math.floor((fils + 5) / 10)
  const whole = Math.floor(hundredths / 100).toLocaleString(intlLocale(locale))
  const amount = `${whole}.${String(hundredths % 100).padStart(2, '0')}`
  return wordsIn(jod, locale)(amount)
}
