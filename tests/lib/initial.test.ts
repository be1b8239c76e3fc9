import { expect, test } from 'vitest'
import { initialOf } from '../../src/lib/format/initial.ts'

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
