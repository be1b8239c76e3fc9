/** The current time; tests replace it. */
export type Clock = () => Date

export const secondMs = 1000
export const minuteMs = 60 * secondMs
export const hourMs = 60 * minuteMs
export const dayMs = 24 * hourMs

/**
 * The largest expected difference between the clocks of several servers. A time further in the future
 * was written before the clock was set back, so its age is unknown.
 */
export const clockSkewMs = 60 * secondMs

/** A time as the database stores it: ISO 8601 in UTC, so that text order is time order. */
export function isoAfter(moment: Date, milliseconds: number): string {
  return new Date(moment.getTime() + milliseconds).toISOString()
}

/** The day of a moment, YYYY-MM-DD in UTC. @param days to add to it */
export function dayOf(moment: Date, days = 0): string {
  return isoAfter(moment, days * dayMs).slice(0, 10)
}
