import { describe, expect, test } from 'vitest'
import { type Bar, barsTable, exitCodeOf, judge, summary } from '../../tools/bench/bar.ts'
import { median, quantile, spread } from '../support/server/statistics.ts'

const bar = (overrides: Partial<Bar>): Bar => ({ name: 'a', value: 1, limit: 2, ...overrides })

describe('statistics', () => {
  test('the median and the quantiles do not depend on the order', () => {
    expect(median([5, 1, 3])).toBe(3)
    expect(quantile([4, 1, 3, 2], 0.99)).toBe(4)
    expect(median([])).toBeNaN()
  })

  test('the spread is the distance of the quartiles as a part of the median', () => {
    expect(spread([100, 90, 110, 80, 120])).toBeCloseTo(0.2)
    // One outlier of five says nothing about the machine.
    expect(spread([100, 101, 99, 100, 900])).toBeLessThan(0.02)
    expect(spread([0, 0, 0])).toBe(0)
  })
})

describe('a bar', () => {
  test('holds up to its limit, from below or from above', () => {
    expect(judge(bar({ value: 2 }))).toBe('holds')
    expect(judge(bar({ value: 2.1 }))).toBe('FAILS')
    expect(judge(bar({ value: 2, isAtLeast: true }))).toBe('holds')
    expect(judge(bar({ value: 2.1, isAtLeast: true }))).toBe('holds')
    expect(judge(bar({ value: 1.9, isAtLeast: true }))).toBe('FAILS')
    expect(judge(bar({ value: Number.NaN }))).toBe('FAILS')
  })

  test.each([1, 9])('with the value %d is not judged when the floor spreads over 30 %', (value) => {
    expect(judge(bar({ value, floorSpread: 0.3 }))).not.toBe('too noisy')
    expect(judge(bar({ value, floorSpread: 0.31 }))).toBe('too noisy')
  })

  test('that could not be judged is neither a success nor a failure of the run', () => {
    const noisy = bar({ floorSpread: 0.5 })
    expect(exitCodeOf([bar({})])).toBe(0)
    expect(exitCodeOf([bar({}), noisy])).toBe(2)
    expect(exitCodeOf([bar({ value: 3 }), noisy])).toBe(1)
    expect(summary([bar({}), noisy])).toBe(
      '1 of 2 bars hold, 1 could not be judged: the machine was too noisy.',
    )
  })

  test('is shown with the spread of its floor', () => {
    expect(barsTable([bar({ unit: 'ms', floorSpread: 0.123 })])).toMatch(
      /^\| a +\| +1 ms \| +<= \| +2 ms \| +12 % \| +holds \|$/m,
    )
  })
})
