import { busy } from '../../contract/common-errors.ts'
import { secondMs } from '../core/clock.ts'
import { blockedUntil, type HttpError } from '../http/http-error.ts'

const maxRunning = 2
/** A few seconds of work on two free processors; `npm run bench:server` prints sign-ins per second. */
const maxQueued = 100
/** Limits the wait on busy processors, where the queue moves more slowly. */
const maxWaitMs = 4 * secondMs

/**
 * Limits how many tasks run at once, so that other calls stay responsive. Rejects with 503 if the
 * queue is full or the wait too long.
 */
export function createHashingQueue(
  waitMs = maxWaitMs,
): <Result>(task: () => Promise<Result>) => Promise<Result> {
  const waiting: (() => void)[] = []
  let running = 0
  const waitForSlot = () =>
    new Promise<void>((resolve, reject) => {
      const timeout = setTimeout(() => {
        waiting.splice(waiting.indexOf(begin), 1)
        reject(tooMany())
      }, waitMs)
      const begin = () => {
        clearTimeout(timeout)
        resolve()
      }
      waiting.push(begin)
    })
  return async (task) => {
    if (running < maxRunning) running += 1
    else if (waiting.length >= maxQueued) throw tooMany()
    // A finished task passes its slot on, so `running` does not change.
    else await waitForSlot()
    try {
      return await task()
    } finally {
      const next = waiting.shift()
      if (next === undefined) running -= 1
      else next()
    }
  }
}

function tooMany(): HttpError {
  return blockedUntil(busy, {}, 5)
}
