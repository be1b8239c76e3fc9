import { expect, test } from 'vitest'
import {
  displayAge,
  displayDate,
  formatCount,
  formatPercent,
} from '../../../src/lib/core/i18n/format.ts'

test.each([
  [97, '97.0%'],
  [97.04, '97.0%'],
  [99.96, '100.0%'],
  [0, '0.0%'],
])('a detection rate of %d is shown as %s', { tags: ['R226'] }, (rate, text) => {
  expect(formatPercent(rate)).toBe(text)
})

test('a detection rate halfway between two decimals is shown as one of them', {
  tags: ['R226'],
}, () => {
  expect(formatPercent(97.25)).toMatch(/^97\.[23]%$/)
})

test('thousands are grouped', () => {
  expect(formatCount(1_234_567)).toBe('1,234,567')
})

test('a date is short, and an invalid date is shown unchanged', { tags: ['R006'] }, () => {
  expect(displayDate('2026-03-01T09:30:00').text).toBe('Mar 1, 2026')
  expect(displayDate('some day')).toEqual({ text: 'some day', machine: undefined })
})

test.each([
  [0, 'now'],
  [59_000, 'now'],
  [60_000, '1 min. ago'],
  [59 * 60_000, '59 min. ago'],
  [60 * 60_000, '1 hr. ago'],
  [-5000, 'now'],
])('an age of %d ms is shown as %s', (age, text) => {
  const then = new Date('2026-03-01T09:30:00Z')
  expect(displayAge(then, new Date(then.getTime() + age))).toBe(text)
})
