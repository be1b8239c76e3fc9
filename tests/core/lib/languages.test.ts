import { expect, test } from 'vitest'
import {
  localeOfPath,
  otherLanguage,
  pathInLanguage,
} from '../../../src/lib/core/navigation/languages.ts'
import { readPage } from '../../../src/lib/core/navigation/page-words.ts'

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
