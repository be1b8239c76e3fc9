import { dayMs } from '../../../server/core/clock.ts'

/** The farthest that tests set the clock. */
export const yearMs = 365 * dayMs

/** A clock that stands still until a test moves it. */
export interface TestClock {
  (): Date
  pass(milliseconds: number): void
}

export function createTestClock(): TestClock {
  let now = Date.UTC(2026, 2, 15, 10)
  return Object.assign(() => new Date(now), {
    pass: (milliseconds: number) => {
      now += milliseconds
    },
  })
}
