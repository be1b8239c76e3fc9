import { dayMs, hourMs, minuteMs, secondMs } from '../../../server/core/clock.ts'
import { createRandom } from '../../../server/demo/random.ts'
import type { TestServer } from '../../../tests/support/server/server.ts'

export interface Place {
  readonly zone: string
  /** Just before something ends there. */
  readonly start: string
}

export const places: readonly Place[] = [
  // Summer time begins.
  { zone: 'Europe/Berlin', start: '2026-03-29T00:30:00Z' },
  // Summer time ends.
  { zone: 'America/New_York', start: '2026-11-01T05:50:00Z' },
  // A year ends.
  { zone: 'UTC', start: '2026-12-31T23:10:00Z' },
  // A leap day begins.
  { zone: 'Asia/Amman', start: '2028-02-28T20:50:00Z' },
]
const [day, hour] = [dayMs, hourMs]
const jumps = [365 * day, -365 * day, day, -day, hour, -hour, 2 * minuteMs, -40 * secondMs] as const

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

export function createWorld({ clock }: TestServer, { zone, start }: Place, seed: number): World {
  const random = createRandom(seed)
  process.env.TZ = zone
  clock.pass(Date.parse(start) - clock().getTime())
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
