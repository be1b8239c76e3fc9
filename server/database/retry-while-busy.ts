import { setTimeout } from 'node:timers/promises'
import { secondMs } from '../core/clock.ts'

const patienceMs = 30 * secondMs
const pauseMs = 100
/** SQLite's primary result codes for a database that another process holds. */
const held = new Set([5, 6])
/** PostgreSQL's for what another one holds: in each other's way, a deadlock, a lock not free in time. */
const heldStates = new Set(['40001', '40P01', '55P03'])

/** Waits for another process that is busy with the same database, as at two first starts at once. */
export async function retryWhileBusy<Result>(task: () => Promise<Result>): Promise<Result> {
  const end = performance.now() + patienceMs
  for (;;) {
    try {
      return await task()
    } catch (cause) {
      if (!isHeld(cause) || performance.now() > end) throw cause
      await setTimeout(pauseMs)
    }
  }
}

function isHeld(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  if ('errcode' in error) {
    return typeof error.errcode === 'number' && held.has(error.errcode & 0xff)
  }
  return 'code' in error && typeof error.code === 'string' && heldStates.has(error.code)
}
