import { expect, test } from 'vitest'
import { nameKeys } from '../../../judge/rules/name-keys.ts'

const isFound = (known: string, asked: string) => {
  const keys = new Set(nameKeys(known, 'known'))
  return nameKeys(asked, 'asked').some((key) => keys.has(key))
}

test.each([
  ['Rania Khoury', 'Khoury, Rania'],
  ['Rania Salem Khoury', 'Dr. Rania Khoury (Finance)'],
  ['Omar Haddad', 'عمر حداد'],
  ['عمر حداد', 'Omar Haddad'],
])('the filter of %s finds %s', (known, asked) => {
  expect(isFound(known, asked)).toBe(true)
})

test.each([
  ['Rania Khoury', 'Rania Salem'],
  ['Rania Khoury', 'Rania'],
  ['Rania Khoury', ''],
  ['Lea Aya', 'ليا ايا'],
])('the filter of %s does not find %s', (known, asked) => {
  expect(isFound(known, asked)).toBe(false)
})
