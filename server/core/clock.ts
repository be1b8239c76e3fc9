/** Tells the time; tests set their own. */
export type Clock = () => Date

export const secondMs = 1000
export const minuteMs = 60 * secondMs
export const hourMs = 60 * minuteMs
export const dayMs = 24 * hourMs

/**
 * Clocks of several servers differ by less. What is dated later than this was written before the
 * clock was set back, so that nobody knows how long ago that is.
 */
export const clockSkewMs = 60 * secondMs

/** A moment as the database keeps it: ISO 8601 in UTC, so that text order is time order. */
export function isoAfter(moment: Date, milliseconds: number): string {
  return new Date(moment.getTime() + milliseconds).toISOString()
}
