/** At most this many intervals, so that few numbers are enough to read a chart. */
const mostIntervals = 4

/**
 * Round values from 0 to at least the maximum, all whole, because what is drawn is counted: 1, 2 or 5
 * times a power of ten apart.
 */
export function valueTicks(maximum: number): number[] {
  const least = Math.max(1, maximum) / mostIntervals
  const power = 10 ** Math.floor(Math.log10(least))
  const factor = [1, 2, 5, 10].find((candidate) => candidate * power >= least) ?? 10
  const step = Math.max(1, factor * power)
  const intervals = Math.max(1, Math.ceil(maximum / step))
  return Array.from({ length: intervals + 1 }, (_, index) => index * step)
}

export interface TimeTick {
  readonly index: number
  readonly isMonth: boolean
}

const mostLabels = 4
/** From this many days on, the first days of months are the round ones. */
const severalMonths = 60

/** The few times that an axis names: months where there are several, else every so many steps from the last. */
export function timeTicks(times: readonly string[], step: 'day' | 'week'): TimeTick[] {
  if (step === 'day' && times.length >= severalMonths) {
    return times.flatMap((time, index) => (time.endsWith('-01') ? [{ index, isMonth: true }] : []))
  }
  const every = Math.max(1, Math.ceil(times.length / mostLabels))
  return times
    .map((_time, index) => ({ index, isMonth: false }))
    .filter(({ index }) => (times.length - 1 - index) % every === 0)
}
