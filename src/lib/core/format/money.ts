import { intlLocale } from '../i18n/format.ts'
import { $moneyWords } from '../words/money.words.yaml'

/**
 * An amount of JOD with two decimals, comma groups and the unit after it (R004). Formatted from text,
 * so that the decimal digits are rounded half up: the binary value of 1.005 is less than 1.005.
 */
export function formatMoney(amountJod: number): string {
  const digits = new Intl.NumberFormat(intlLocale(), {
    minimumFractionDigits: 2,
    maximumFractionDigits: 2,
    signDisplay: 'negative',
  }).format(`${amountJod}`)
  return $moneyWords.get().jod({ amount: digits })
}
