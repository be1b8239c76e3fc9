import { busy } from '../../../contract/core/common-errors.ts'
import { secondMs } from '../../core/clock.ts'
import { createFairQueue } from '../../core/fair-queue.ts'
import { blockedUntil } from '../../core/http-error.ts'

const maxRunning = 2
/** A few seconds of work on two free processors; `npm run bench:server` prints sign-ins per second. */
const maxQueued = 100
/** Limits the wait on busy processors, where the queue moves more slowly. */
const maxWaitMs = 4 * secondMs

/** Judges and hashes a few passwords at once; the others wait, or are rejected with 503. */
export function createHashingQueue(waitMs = maxWaitMs) {
  const queue = createFairQueue({
    running: maxRunning,
    mostWork: maxQueued,
    waitMs,
    tooMany: () => blockedUntil(busy, {}, 5),
  })
  return <Result>(task: () => Promise<Result>): Promise<Result> => queue.run('', task)
}
