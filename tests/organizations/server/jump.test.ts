import { describe, expect, test } from 'vitest'
import { isJump } from '../../../server/organizations/attacks.ts'

describe('attacks have jumped', () => {
  test.each([
    // A quiet organization: ten in a week are needed.
    [9, 0, 28, false],
    [10, 0, 28, true],
    // Five in a usual week: chance may bring a few more than ten.
    [10, 20, 28, false],
    [13, 20, 28, false],
    [14, 20, 28, true],
    // From 16 in a usual week on: twice as many.
    [22, 40, 28, false],
    [23, 40, 28, true],
    [39, 80, 28, false],
    [40, 80, 28, true],
    [399, 800, 28, false],
    [400, 800, 28, true],
    // As many as usual, and fewer.
    [200, 800, 28, false],
    [0, 800, 28, false],
    // Counted for ten days before: 20 in ten days are 14 in a week.
    [28, 20, 10, false],
    [29, 20, 10, true],
    // New: nothing to compare with.
    [500, 0, 0, false],
    [500, 3, 6, false],
    [500, 3, 7, true],
  ])('%d in a week after %d in %d days: %s', (recent, earlier, days, jumped) => {
    expect(isJump({ recent, earlier, earlierDays: days })).toBe(jumped)
  })
})
