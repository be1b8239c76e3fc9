import { perLocale } from '../i18n/per-locale.ts'

const format = perLocale(
  (locale) => new Intl.NumberFormat(locale, { notation: 'compact', maximumFractionDigits: 1 }),
)

/** A count in little space, as on an axis: '1.5M'. */
export function formatCompactCount(count: number): string {
  return format().format(count)
}
