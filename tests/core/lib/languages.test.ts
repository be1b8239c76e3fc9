import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
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
import {
  localeOfPath,
  otherLanguage,
  pathInLanguage,
} from '../../../src/lib/core/navigation/languages.ts'
import { localizedPath } from '../../../src/lib/core/navigation/localized-path.ts'
import { readPage } from '../../../src/lib/core/navigation/page-words.ts'
import { pathOf } from '../../../src/lib/core/navigation/router.ts'
import { sortBy } from '../../../src/lib/core/ui-state/sort.ts'

test.each([
  ['en', '/login', 'ar', '/ar/login'],
  ['ar', '/ar/login', 'en', '/login'],
  ['ar', '/ar/dashboard/team', 'ar', '/ar/dashboard/team'],
  ['en', '/', 'ar', '/ar/'],
  ['ar', '/ar/', 'en', '/'],
  ['ar', '/ar', 'en', '/'],
  ['ar-XB', '/ar-XB/login', 'en', '/login'],
])('from %s the path %s is in %s %s', (current, path, locale, expected) => {
  expect(pathInLanguage(locale, path, current)).toBe(expected)
})

test('a page offers the other language', () => {
  expect(['en', 'ar', 'ar-XB'].map(otherLanguage)).toEqual(['ar', 'en', 'en'])
})

test.each([
  ['/ar/login', 'ar'],
  ['/ar', 'ar'],
  ['/login', 'en'],
  ['/articles', 'en'],
])('the language of %s is %s', (path, locale) => {
  expect(localeOfPath(path)).toBe(locale)
})

test('a page is read for its language, direction, words and title', () => {
  const html =
    '<!DOCTYPE html><html lang="ar" dir="rtl" data-catalogue="/assets/words.ar.x.json"><head><title>Q&amp;A · Aman</title>'
  expect(readPage(html)).toEqual({
    locale: 'ar',
    direction: 'rtl',
    title: 'Q&A · Aman',
    catalogue: '/assets/words.ar.x.json',
  })
  expect(readPage('<html lang=en dir=ltr><title>Aman</title>')).toEqual({
    locale: 'en',
    direction: 'ltr',
    title: 'Aman',
    catalogue: undefined,
  })
  expect(readPage('<html lang=ar dir=rtl data-catalogue=/x.json><title>Aman</title>')).toEqual({
    locale: 'ar',
    direction: 'rtl',
    title: 'Aman',
    catalogue: '/x.json',
  })
  const title =
    '<!doctype html>\n<html\n data-x="1"\n lang=ar>\n<title>&quot;A&#39;s&quot; &amp;amp; B</title>'
  expect(readPage(title)).toEqual({
    locale: 'ar',
    direction: 'ltr',
    title: `"A's" &amp; B`,
    catalogue: undefined,
  })
  // A document that is no page says nothing, whatever it holds besides.
  expect(readPage('<p lang="ar" dir="rtl" data-catalogue="/x">')).toEqual({
    locale: '',
    direction: 'ltr',
    title: '',
    catalogue: undefined,
  })
})

const url = '/assets/words.ar-XB.json'
const fetched = vi.fn<typeof fetch>()

/** Loads the catalogues on a page in this language. */
async function wordsOn(lang: string, catalogue?: string) {
  vi.stubGlobal('document', { documentElement: { lang, dataset: { catalogue } } })
  const { $dialogsWords } = await import('../../../src/lib/core/words/dialogs.words.yaml')
  const { $pickerWords } = await import('../../../src/lib/core/words/picker.words.yaml')
  return { ...$dialogsWords.get(), found: $pickerWords.get().found }
}

describe('i18n', () => {
  beforeEach(() => {
    vi.resetModules()
    vi.stubGlobal('fetch', fetched)
  })
  afterEach(() => {
    vi.unstubAllGlobals()
    fetched.mockReset()
  })

  test('an English page uses the text in the code and fetches no words', async () => {
    const words = await wordsOn('en')
    expect([words.cancel, words.found(1), words.found(2)]).toEqual([
      'Cancel',
      '1 result',
      '2 results',
    ])
    expect(fetched).not.toHaveBeenCalled()
  })

  test('a page in another language loads its one catalogue first and falls back to English for missing words', async () => {
    const found = { zero: '{count} z', two: '{count} t', few: '{count} f', other: '{count} o' }
    fetched.mockResolvedValue(Response.json({ dialogs: { cancel: '[Çàñçèļ]' }, picker: { found } }))
    const words = await wordsOn('ar-XB', url)
    expect(fetched.mock.calls).toEqual([[url]])
    expect([words.cancel, words.close]).toEqual(['[Çàñçèļ]', 'Close'])
    // The plural forms of the language.
    expect([0, 2, 3, 100, 1100].map((count) => words.found(count))).toEqual([
      '0 z',
      '2 t',
      '3 f',
      '100 o',
      '1,100 o',
    ])
  })

  test('without its message file a page is in English', async () => {
    fetched.mockRejectedValue(new TypeError('no network'))
    expect((await wordsOn('ar-XB', url)).cancel).toBe('Cancel')
  })

  test('a message file that is gone leaves its page in English', async () => {
    fetched.mockResolvedValue(new Response('<h1>Not found</h1>', { status: 404 }))
    expect((await wordsOn('ar-XB', url)).cancel).toBe('Cancel')
  })

  test('a page in another language opens the screens at their addresses in it', async () => {
    vi.stubGlobal('document', { documentElement: { lang: 'ar-XB', dataset: {} } })
    const { $router } = await import('../../../src/lib/core/navigation/router.ts')
    $router.open('/ar-XB/dashboard/team')
    expect($router.get()?.route).toBe('team')
    $router.open('/dashboard/team')
    expect($router.get()).toBeUndefined()
  })

  test('a value is shown as it is, whatever the texts of words are written in', async () => {
    const { $usersWords } = await import('../../../src/lib/users/words/users.words.yaml')
    const { removed } = $usersWords.get()
    expect(removed({ name: '$& {email}', email: '{name}' })).toBe(
      'User $& {email} has been permanently removed. A notification email was sent to {name}.',
    )
  })
})

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
