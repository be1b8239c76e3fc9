import { expect, test } from 'vitest'
import { employeeCountOf } from '../../src/lib/screens/organization-form.ts'

test.each([
  ['', 0],
  ['many', 0],
  ['12 people', 0],
  ['NaN', 0],
  ['Infinity', 0],
  ['-1', 0],
  ['-0.5', 0],
  ['2.9', 2],
  ['1e3', 1000],
  ['250', 250],
])('the employee count %j is saved as %d', { tags: ['R322', 'R373'] }, (text, count) => {
  expect(employeeCountOf(text)).toBe(count)
})
