import { dayMs, dayOf } from '../core/clock.ts'

export interface Period {
  /** The first and the last day in UTC, both included. */
  readonly from: string
  readonly to: string
  readonly now: Date
}

/** How long suspicious mail and checks are kept. */
const mailDays = 30

/** The first moment of a period, and the first one after it. */
export function boundsOf({ from, to }: Pick<Period, 'from' | 'to'>) {
  const end = new Date(Date.parse(to) + dayMs).toISOString()
  return { begin: `${from}T00:00:00.000Z`, end }
}

/** Every day of a period. */
export function daysOf({ from, to }: Pick<Period, 'from' | 'to'>): string[] {
  const days: string[] = []
  for (let time = Date.parse(from); time <= Date.parse(to); time += dayMs) {
    days.push(dayOf(new Date(time)))
  }
  return days
}

/** The first day of a period whose rows retention has not begun to delete; null for all of it. */
export function wholeSince(
  { from, now }: Pick<Period, 'from' | 'now'>,
  keptDays = mailDays,
): string | null {
  const first = dayOf(now, 1 - keptDays)
  return from < first ? first : null
}
