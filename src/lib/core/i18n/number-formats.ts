/*
 * The formats of numbers, for a language as `intlLocaleOf` gives it.
 */

export const makeCountFormat = (locale: string) => new Intl.NumberFormat(locale)

/** A percentage with one decimal (R226). */
export const makePercentFormat = (locale: string) =>
  new Intl.NumberFormat(locale, {
    style: 'unit',
    unit: 'percent',
    minimumFractionDigits: 1,
    maximumFractionDigits: 1,
  })

export const makeAgeFormat = (locale: string) =>
  new Intl.RelativeTimeFormat(locale, { style: 'short', numeric: 'auto' })
