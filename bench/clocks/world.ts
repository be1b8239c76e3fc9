import { dayMs, hourMs, minuteMs, secondMs } from '../../server/clock.ts'
import { createRandom } from '../../server/demo/random.ts'
import type { TestServer } from '../../tests/support/server.ts'

/** Ends of summer and winter time here and there, of months and of years, and a leap day. */
const starts = [
  '2026-03-29T00:30:00Z',
  '2026-10-25T00:45:00Z',
  '2026-11-01T05:50:00Z',
  '2027-02-28T23:50:00Z',
  '2028-02-29T23:30:00Z',
  '2026-12-31T23:10:00Z',
] as const
const zones = ['UTC', 'Europe/Berlin', 'America/New_York', 'Asia/Amman', 'Pacific/Apia'] as const
const yearMs = 365 * dayMs
const jumps = [
  yearMs,
  -yearMs,
  dayMs,
  -dayMs,
  hourMs,
  -hourMs,
  2 * minuteMs,
  -40 * secondMs,
] as const

/** True time, and a clock that is off at times. */
export interface World {
  readonly random: ReturnType<typeof createRandom>
  readonly trueMs: () => number
  /** Time goes by, for people and for the clock. */
  pass(milliseconds: number): void
  readonly isOff: () => boolean
  /** Puts the clock off while something is done, which takes less than an hour. @returns by how much */
  putOff(during: () => Promise<void>): Promise<number>
}

/** The machine stands in one of several countries, and begins just before something ends. */
export function createWorld({ clock }: TestServer, seed: number): World {
  const random = createRandom(seed)
  process.env.TZ = random.pick(zones)
  clock.pass(Date.parse(random.pick(starts)) - clock().getTime())
  let offMs = 0
  return {
    random,
    trueMs: () => clock().getTime() - offMs,
    pass: (milliseconds) => clock.pass(milliseconds),
    isOff: () => offMs !== 0,
    async putOff(during) {
      const jumpMs = random.pick(jumps)
      offMs = jumpMs
      clock.pass(offMs)
      try {
        await during()
      } finally {
        clock.pass(-offMs)
        offMs = 0
      }
      return jumpMs
    },
  }
}
