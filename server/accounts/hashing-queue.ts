import { secondMs } from '../core/clock.ts'
import { blockedUntil, type HttpError } from '../http/http-error.ts'

const atOnce = 2
/** Some seconds' work where two processors are free; `npm run bench:server` prints sign-ins per second. */
const longestQueue = 100
/** Where they are not, the queue moves more slowly, and a person waits for no longer than this. */
const longestWaitMs = 4 * secondMs

/** Lets few tasks run at once and refuses with 503 who would wait for too long, so that other calls go on. */
export function createHashingQueue(
  waitMs = longestWaitMs,
): <Result>(task: () => Promise<Result>) => Promise<Result> {
  const waiting: (() => void)[] = []
  let running = 0
  const turn = () =>
    new Promise<void>((resolve, reject) => {
      const patience = setTimeout(() => {
        waiting.splice(waiting.indexOf(begin), 1)
        reject(tooMany())
      }, waitMs)
      const begin = () => {
        clearTimeout(patience)
        resolve()
      }
      waiting.push(begin)
    })
  return async (task) => {
    if (running < atOnce) running += 1
    else if (waiting.length >= longestQueue) throw tooMany()
    // Whoever ends hands the place over, so that the number of running tasks stays.
    else await turn()
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
  return blockedUntil(
    503,
    'The server is busy with the passwords of other people. Try again in a moment.',
    5,
  )
}
