import { expect, test } from 'vitest'
import { sortBy } from '../../../src/lib/core/ui-state/sort.ts'

test('figures are sorted by value, including negative ones', () => {
  expect(sortBy([10, 9.5, -3, 100], (row) => row, false)).toEqual([-3, 9.5, 10, 100])
  expect(sortBy([10, 9.5, -3, 100], (row) => row, true)).toEqual([100, 10, 9.5, -3])
})

test('text is sorted naturally, with numbers by value', () => {
  const names = ['b10', 'b2', 'Éva', 'basma', 'Adam']
  expect(sortBy(names, (row) => row, false)).toEqual(['Adam', 'b2', 'b10', 'basma', 'Éva'])
})
