import { expect, test } from 'vitest'
import { initialOf } from '../../src/lib/format/initial.ts'

test.each([
  [['Rania Haddad', 'rania'], 'R'],
  [['  ', 'omar'], 'O'],
  [['e\u0301mile', 'emile'], 'E\u0301'],
  [['👩🏽‍⚕️ Nour', 'nour'], '👩🏽‍⚕️'],
  [['هبة'], 'ه'],
  [['', ''], '?'],
])('R098 somebody named %j gets the initial %s', (names, initial) => {
  expect(initialOf(...names)).toBe(initial)
})
