import { afterEach, expect, test } from 'vitest'
import { initialOf } from '../../../src/lib/core/format/initial.ts'
import { $locale } from '../../../src/lib/core/i18n/i18n.ts'

afterEach(() => $locale.set('en'))

test.each([
  [['Rania Haddad', 'rania'], 'R'],
  [['  ', 'omar'], 'O'],
  [['e\u0301mile', 'emile'], 'E\u0301'],
  [['👩🏽‍⚕️ Nour', 'nour'], '👩🏽‍⚕️'],
  [['هبة'], 'ه'],
  [['', ''], '?'],
])('a user named %j gets the initial %s', { tags: ['R098'] }, (names, initial) => {
  expect(initialOf(...names)).toBe(initial)
})

test.each([
  ['en', 'I'],
  ['tr', 'İ'],
])('in %s the initial of işıl is %s', (locale, initial) => {
  $locale.set(locale)
  expect(initialOf('işıl')).toBe(initial)
})
