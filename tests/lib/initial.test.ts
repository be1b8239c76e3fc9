import { expect, test } from 'vitest'
import { initialOf } from '../../src/lib/initial.ts'

test.each([
  [['Rania Haddad', 'rania'], 'R'],
  [['  ', 'omar'], 'O'],
  [['👩🏽‍⚕️ Nour', 'nour'], '👩🏽‍⚕️'],
  [['هبة'], 'ه'],
  [['', ''], '?'],
])('R098 somebody named %j gets the initial %s', (names, initial) => {
  expect(initialOf(...names)).toBe(initial)
})
