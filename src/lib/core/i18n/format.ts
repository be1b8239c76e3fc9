import { intlLocaleOf } from '../../../../contract/core/locale.ts'
import { parseTime } from '../../../../contract/core/time.ts'
import {
  dateStyleOf,
  makeAgeFormat,
  makeCountFormat,
  makeMonthFormat,
  makePercentFormat,
  makeTimeFormat,
} from './formats.ts'
import { $locale } from './i18n.ts'

/** The locale for `Intl`, with Western digits in every language. */
export function intlLocale(): string {
  return intlLocaleOf($locale.get())
}

/** Caches one format per language, because creating one is far slower than using it. */
export function perLocale<Format>(make: (locale: string) => Format): () => Format {
  const made = new Map<string, Format>()
  return () => {
    const locale = intlLocale()
    const format = made.get(locale) ?? make(locale)
    made.set(locale, format)
    return format
  }
}

const countFormat = perLocale(makeCountFormat)
const percentFormat = perLocale(makePercentFormat)
const timeFormat = perLocale(makeTimeFormat)
const clockFormat = perLocale((locale) => new Intl.DateTimeFormat(locale, { timeStyle: 'short' }))
const dateFormat = perLocale(
  (locale) => new Intl.DateTimeFormat(locale, { dateStyle: dateStyleOf(locale) }),
)
const monthOfYearFormat = perLocale(makeMonthFormat)
const monthFormat = perLocale(
  (locale) => new Intl.DateTimeFormat(locale, { month: 'long', timeZone: 'UTC' }),
)

export function formatCount(count: number): string {
  return countFormat().format(count)
}

/** A percentage with one decimal (R226). */
export function formatPercent(percent: number): string {
  return percentFormat().format(percent)
}

/** The name of a month from 1 to 12: 'March'. */
export function formatMonth(month: number): string {
  return monthFormat().format(Date.UTC(2025, month - 1))
}

export interface DisplayedTime {
  readonly text: string
  /** For `<time datetime>`; undefined if the text is not a valid time. */
  readonly machine: string | undefined
}

/** A short local date and time; invalid text is shown unchanged (R006). */
export function displayTime(timestamp: string): DisplayedTime {
  return display(timestamp, timeFormat())
}

/** The time alone if it is today, else the date with it. */
export function displayMoment(timestamp: string): string {
  const date = parseTime(timestamp)
  const isToday = date?.toDateString() === new Date().toDateString()
  return display(timestamp, isToday ? clockFormat() : timeFormat()).text
}

/** A short local date without the time. */
export function displayDate(timestamp: string): DisplayedTime {
  return display(timestamp, dateFormat())
}

/** The local month of a time, as in 'March 2026'; empty for invalid text. */
export function displayMonth(timestamp: string): string {
  const date = parseTime(timestamp)
  return date === undefined ? '' : monthOfYearFormat().format(date)
}

function display(timestamp: string, format: Intl.DateTimeFormat): DisplayedTime {
  const date = parseTime(timestamp)
  if (date === undefined) return { text: timestamp, machine: undefined }
  return { text: format.format(date), machine: date.toISOString() }
}

/** How long ago something was: 'now', '2 min. ago', '3 hr. ago'. */
export function displayAge(then: Date, now: Date): string {
  const minutes = Math.max(0, Math.floor((now.getTime() - then.getTime()) / 60_000))
  const format = makeAgeFormat(intlLocale())
  if (minutes === 0) return format.format(0, 'second')
  return minutes < 60
    ? format.format(-minutes, 'minute')
    : format.format(-Math.floor(minutes / 60), 'hour')
}
