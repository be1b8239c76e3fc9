import { perLocale } from '../i18n/format.ts'
import { dateStyleOf } from '../i18n/formats.ts'

/*
 * Calendar days, as the server counts them: `2026-03-09` is that day wherever it is read, so it is
 * formatted in UTC.
 */
const options = { timeZone: 'UTC' } as const
const dayFormat = perLocale(
  (locale) => new Intl.DateTimeFormat(locale, { ...options, dateStyle: dateStyleOf(locale) }),
)
// Arabic names of months are too long for an axis.
const shortDayFormat = perLocale(
  (locale) =>
    new Intl.DateTimeFormat(locale, {
      ...options,
      day: 'numeric',
      month: locale.startsWith('ar') ? 'numeric' : 'short',
    }),
)
const shortMonthFormat = perLocale(
  (locale) => new Intl.DateTimeFormat(locale, { ...options, month: 'short' }),
)

/** 'Mar 9, 2026' */
export function formatDay(day: string): string {
  return formatOr(day, dayFormat())
}

/** 'Mar 9'; '9/3' in Arabic */
export function formatShortDay(day: string): string {
  return formatOr(day, shortDayFormat()).replaceAll('\u200f', '')
}

/** 'Mar' */
export function formatShortMonth(day: string): string {
  return formatOr(day, shortMonthFormat())
}

/** Text that is not a day is shown unchanged. */
function formatOr(day: string, format: Intl.DateTimeFormat): string {
  const time = Date.parse(`${day}T00:00:00Z`)
  return Number.isNaN(time) ? day : format.format(time)
}
