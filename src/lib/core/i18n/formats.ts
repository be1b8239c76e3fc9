/*
 * The formats of numbers and times, for a language as `intlLocaleOf` gives it.
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

/** A short date and time. */
export const makeTimeFormat = (locale: string) =>
  new Intl.DateTimeFormat(locale, { dateStyle: dateStyleOf(locale), timeStyle: 'short' })

/** 'March 2026' */
export const makeMonthFormat = (locale: string) =>
  new Intl.DateTimeFormat(locale, { month: 'long', year: 'numeric' })

/**
 * The usual style of a date. That of Arabic is all in digits, with marks of direction between them that
 * spoil what is copied, so the month is named there.
 */
export function dateStyleOf(locale: string): 'long' | 'medium' {
  return locale.startsWith('ar') ? 'long' : 'medium'
}
