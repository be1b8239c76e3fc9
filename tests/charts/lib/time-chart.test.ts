import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  barsOf,
  type ChartSeries,
  indexAt,
  lastKnown,
  linesOf,
  missingBars,
  positionOf,
  ticksOf,
  timeTicks,
  valueTicks,
} from '../../../src/lib/charts/time-chart.ts'

function series(...values: readonly (number | null)[]): ChartSeries {
  return { name: 'Any', tone: 'accent', values }
}

test('an axis has two to five round values, from 0 to at least the highest', () => {
  expect(valueTicks(0)).toEqual([0, 1])
  expect(valueTicks(3)).toEqual([0, 1, 2, 3])
  expect(valueTicks(67)).toEqual([0, 20, 40, 60, 80])
  expect(valueTicks(1_234_567)).toEqual([0, 500_000, 1_000_000, 1_500_000])
  fc.assert(
    fc.property(fc.nat(1e12), (highest) => {
      const ticks = valueTicks(highest)
      expect(ticks.length).toBeLessThanOrEqual(5)
      expect(ticks.at(-1)).toBeGreaterThanOrEqual(highest)
      expect(ticks.every((tick) => Number.isInteger(tick))).toBe(true)
    }),
  )
})

test('an axis of 90 days names its months, and one of 12 weeks every third to the last', () => {
  const days = Array.from({ length: 90 }, (_, index) =>
    new Date(Date.UTC(2026, 0, 15 + index)).toISOString().slice(0, 10),
  )
  expect(timeTicks(days, 'day').map(({ index }) => days[index])).toEqual([
    '2026-02-01',
    '2026-03-01',
    '2026-04-01',
  ])
  expect(timeTicks(days.slice(0, 12), 'week').map(({ index }) => index)).toEqual([2, 5, 8, 11])
})

test('a line is open where there is no data, and 0 is data', () => {
  expect(linesOf([null, 50, 100, null, 0], 100)).toEqual([
    [
      { x: 25, y: 50 },
      { x: 50, y: 0 },
    ],
    [{ x: 100, y: 100 }],
  ])
  expect(linesOf([null, null], 100)).toEqual([])
})

test('bars stand on each other, and days without any data are named', () => {
  const stacked = [series(2, null, 0, 1), series(2, null, 1, 3)]
  expect(ticksOf(stacked).at(-1)).toBe(4)
  expect(barsOf(stacked, 4).map(({ series: at, y, height }) => [at, y, height])).toEqual([
    [0, 50, 50],
    [0, 75, 25],
    [1, 0, 50],
    [1, 75, 25],
    [1, 0, 75],
  ])
  expect(missingBars(stacked)).toEqual([1])
  expect(missingBars([])).toEqual([])
})

test('the time under the pointer is the one whose place is nearest', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 400 }),
      fc.nat(),
      fc.constantFrom('line' as const, 'bars' as const),
      (count, some, kind) => {
        const index = some % count
        expect(indexAt(positionOf(index, count, kind), count, kind)).toBe(index)
      },
    ),
  )
  expect(indexAt(-5, 12, 'line')).toBe(0)
  expect(indexAt(120, 12, 'bars')).toBe(11)
})

test('the value that is read first is the last one that is known', () => {
  expect(lastKnown([series(1, 2, null), series(1, null, null)], 3)).toBe(1)
  expect(lastKnown([series(null, null)], 2)).toBe(1)
})
