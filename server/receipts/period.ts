import { baseLocale, intlLocaleOf, type Locale } from '../../contract/core/locale.ts'

/** A month as it is stored, `2025-03`. */
export function monthKey(year: number, month: number): string {
  return `${year}-${String(month).padStart(2, '0')}`
}

/** A month for display, `March 2025`. */
export function periodName(month: string, locale: Locale = baseLocale): string {
  return new Date(`${month}-01T00:00:00Z`).toLocaleDateString(intlLocaleOf(locale), {
    month: 'long',
    year: 'numeric',
    timeZone: 'UTC',
  })
}

/** Whether the month has ended, in UTC. */
export function isOver(year: number, month: number, now: Date): boolean {
  return now.getTime() >= Date.UTC(year, month, 1)
}
