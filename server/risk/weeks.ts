import { dayMs, dayOf } from '../core/clock.ts'

const weekMs = 7 * dayMs
/** A Monday; weeks begin with Monday in UTC. */
const firstWeekMs = Date.UTC(2024, 0, 1)

/** The Monday of the week that a time is in: `2026-03-09`. */
export function weekOf(moment: Date): string {
  const week = Math.floor((moment.getTime() - firstWeekMs) / weekMs)
  return dayOf(new Date(week * weekMs + firstWeekMs))
}

/** The week so many weeks later, or earlier. */
export function weekAfter(week: string, count: number): string {
  return dayOf(new Date(Date.parse(week) + count * weekMs))
}

/** When a week is over. */
export function endOfWeek(week: string): Date {
  return new Date(Date.parse(week) + weekMs)
}

/** So many weeks up to the one that a time is in, oldest first. */
export function weeksUntil(moment: Date, count: number): string[] {
  const last = weekOf(moment)
  return Array.from({ length: count }, (_, index) => weekAfter(last, index + 1 - count))
}
