import { afterEach, describe, expect, test } from 'vitest'
import { formatDay, formatShortDay } from '../../../src/lib/core/format/days.ts'
import { listComma } from '../../../src/lib/core/format/list.ts'
import { formatMoney } from '../../../src/lib/core/format/money.ts'
import {
  displayAge,
  displayDate,
  displayMonth,
  displayTime,
  formatCount,
  formatMonth,
  formatPercent,
} from '../../../src/lib/core/i18n/format.ts'
import { $locale } from '../../../src/lib/core/i18n/i18n.ts'
import { localizedPath } from '../../../src/lib/core/navigation/localized-path.ts'
import { pathOf } from '../../../src/lib/core/navigation/router.ts'
import { sortBy } from '../../../src/lib/core/ui-state/sort.ts'

afterEach(() => $locale.set('en'))

test('paths contain every language except English', () => {
  expect([localizedPath('/'), localizedPath('/login'), pathOf('team')]).toEqual([
    '/',
    '/login',
    '/dashboard/team',
  ])
  $locale.set('ar-XB')
  expect([localizedPath('/'), localizedPath('/login'), pathOf('team')]).toEqual([
    '/ar-XB/',
    '/ar-XB/login',
    '/ar-XB/dashboard/team',
  ])
})

describe('in the language of the page, with Western digits,', () => {
  const time = '2026-03-15T10:20:00Z'

  test.each([
    ['en', 'March', 'March 2026', 'Mar 15', '3 hr. ago'],
    ['ar', 'آذار', 'آذار 2026', '15', 'قبل 3 ساعات'],
    ['ar-XB', 'مارس', 'مارس 2026', '15', 'قبل 3 ساعات'],
    // A country whose own digits are others.
    ['ar-EG', 'مارس', 'مارس 2026', '15', 'قبل 3 ساعات'],
    ['de', 'März', 'März 2026', '15.03.', 'vor 3 Std.'],
  ])('%s formats months, times and ages', (locale, month, monthOfYear, day, age) => {
    $locale.set(locale)
    expect(formatMonth(3)).toBe(month)
    expect(displayMonth(time)).toBe(monthOfYear)
    expect(displayTime(time).text).toContain(day)
    expect(displayTime(time).text).toContain('2026')
    expect(displayDate(time).text).toContain(day)
    expect(displayAge(new Date('2026-03-15T07:00Z'), new Date(time))).toBe(age)
  })

  test('Arabic dates name the month, and have no marks that spoil what is copied', () => {
    $locale.set('ar')
    expect(displayDate(time).text).toBe('15 آذار 2026')
    expect(displayTime(time).text).toMatch(/^15 آذار 2026 في \d/)
    expect(formatDay('2026-03-15')).toBe('15 آذار 2026')
    expect(formatShortDay('2026-03-15')).toBe('15/3')
    expect(listComma()).toBe('، ')
  })

  test.each([
    ['en', '1,234,567', '12.3%', '1,234.50 JOD'],
    ['ar-XB', '1,234,567', '12.3\u200e%\u200e', '1,234.50 JOD'],
    ['ar-EG', '1,234,567', '12.3\u200e%\u200e', '1,234.50 JOD'],
    ['de', '1.234.567', '12,3\u00a0%', '1.234,50 JOD'],
  ])('%s formats counts, percentages and money', (locale, count, percent, money) => {
    $locale.set(locale)
    expect(formatCount(1_234_567)).toBe(count)
    expect(formatPercent(12.3)).toBe(percent)
    expect(formatMoney(1234.5)).toBe(money)
  })

  test('names are sorted by the rules of the language', () => {
    const names = ['zebra', 'ärla', 'anka']
    expect(sortBy(names, (name) => name, false)).toEqual(['anka', 'ärla', 'zebra'])
    $locale.set('sv')
    expect(sortBy(names, (name) => name, false)).toEqual(['anka', 'zebra', 'ärla'])
  })
})
