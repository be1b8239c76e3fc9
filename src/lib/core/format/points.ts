import { perLocale } from '../i18n/per-locale.ts'

const format = perLocale((locale) => new Intl.NumberFormat(locale, { maximumFractionDigits: 1 }))

/** Points of risk, with one decimal at most: '18.5'. */
export function formatPoints(points: number): string {
  return format().format(points)
}
