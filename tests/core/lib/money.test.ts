import { expect, test } from 'vitest'
import { formatMoney } from '../../../src/lib/core/format/money.ts'

test.each([
  [0, '0.00 JOD'],
  [0.1, '0.10 JOD'],
  [1.005, '1.01 JOD'],
  [1.004, '1.00 JOD'],
  [2.675, '2.68 JOD'],
  [1234.5, '1,234.50 JOD'],
  [-1234.5, '-1,234.50 JOD'],
  [-1.005, '-1.01 JOD'],
  [-0.001, '0.00 JOD'],
  [0.0000001, '0.00 JOD'],
  [1_234_567_890.129, '1,234,567,890.13 JOD'],
  [1e21, '1,000,000,000,000,000,000,000.00 JOD'],
])('the amount %d is shown as %s', { tags: ['R004'] }, (amount, text) => {
  expect(formatMoney(amount)).toBe(text)
})
