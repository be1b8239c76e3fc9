import { intlLocale } from './intl-locale.ts'

/**
 * An amount of JOD with two decimals, comma groups and the unit after it (R004). It is given as text,
 * for so it is rounded half up on the digits as they are written: in binary 1.005 is less than itself.
 */
export function formatMoney(amountJod: number): string {
  const digits = new Intl.NumberFormat(intlLocale(), {
    minimumFractionDigits: 2,
    maximumFractionDigits: 2,
    signDisplay: 'negative',
  }).format(`${amountJod}`)
  return `${digits} JOD`
}
