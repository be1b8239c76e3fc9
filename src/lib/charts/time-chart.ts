import { perLocale } from '../core/i18n/format.ts'

const format = perLocale(
  (locale) => new Intl.NumberFormat(locale, { notation: 'compact', maximumFractionDigits: 1 }),
)

/** A count in little space, as on an axis: '1.5M'. */
export function formatCompactCount(count: number): string {
  return format().format(count)
}

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

export interface ChartSeries {
  readonly name: string
  /** One for each time; null where there is no data, which is not 0. */
  readonly values: readonly (number | null)[]
  readonly tone: 'accent' | 'neutral' | 'safe' | 'caution' | 'danger'
}

/** Positions are percentages of the plot, from its start and from its top. */
interface Point {
  readonly x: number
  readonly y: number
}

export interface Bar extends Point {
  readonly width: number
  readonly height: number
  readonly series: number
}

/** The share of a day's place that its bar takes. */
const barShare = 0.78

/** The round values of an axis for one line, or for bars on each other. */
export function ticksOf(series: readonly ChartSeries[]): number[] {
  return valueTicks(Math.max(0, ...stackHeights(series)))
}

function stackHeights(series: readonly ChartSeries[]): number[] {
  const count = Math.max(0, ...series.map(({ values }) => values.length))
  return Array.from({ length: count }, (_, index) =>
    series.reduce((sum, { values }) => sum + (values[index] ?? 0), 0),
  )
}

/** Where a time is: the first at the start and the last at the end, or for bars in the middle of its place. */
export function positionOf(index: number, count: number, kind: 'line' | 'bars'): number {
  if (kind === 'bars') return ((index + 0.5) / Math.max(1, count)) * 100
  return count < 2 ? 50 : (index / (count - 1)) * 100
}

/** The time that is nearest to a position. */
export function indexAt(percent: number, count: number, kind: 'line' | 'bars'): number {
  const exact = kind === 'bars' ? (percent / 100) * count - 0.5 : (percent / 100) * (count - 1)
  return Math.min(count - 1, Math.max(0, Math.round(exact)))
}

/** The unbroken parts of a line: a gap stays open, because nothing is known about it. */
export function linesOf(
  values: readonly (number | null)[],
  top: number,
  kind: 'line' | 'bars' = 'line',
): Point[][] {
  const lines: Point[][] = []
  let line: Point[] = []
  values.forEach((value, index) => {
    if (value === null) {
      line = []
      return
    }
    if (line.length === 0) lines.push(line)
    line.push({ x: positionOf(index, values.length, kind), y: heightOf(value, top) })
  })
  return lines
}

/** The distance from the top. */
export function heightOf(value: number, top: number): number {
  return 100 - (Math.min(value, top) / top) * 100
}

/** Bars on each other, the first series at the bottom. */
export function barsOf(series: readonly ChartSeries[], top: number): Bar[] {
  const below: number[] = []
  return series.flatMap(({ values }, at) =>
    values.flatMap((value, index) => {
      if (value === null || value === 0) return []
      const base = below[index] ?? 0
      below[index] = base + value
      const width = (barShare / values.length) * 100
      return [
        {
          series: at,
          x: positionOf(index, values.length, 'bars') - width / 2,
          y: heightOf(base + value, top),
          width,
          height: (value / top) * 100,
        },
      ]
    }),
  )
}

/** The places of bars for which no series has data. */
export function missingBars(series: readonly ChartSeries[]): number[] {
  const [first] = series
  if (first === undefined) return []
  return first.values.flatMap((_, index) =>
    series.every(({ values }) => (values[index] ?? null) === null) ? [index] : [],
  )
}

/** The last time for which a series has data; the last time of all if none has. */
export function lastKnown(series: readonly ChartSeries[], count: number): number {
  const known = series.map(({ values }) => values.findLastIndex((value) => value !== null))
  const last = Math.max(-1, ...known)
  return last === -1 ? count - 1 : last
}
