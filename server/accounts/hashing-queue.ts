import { refusalUntil } from '../http/refusals.ts'

const atOnce = 2
/** Whoever comes later would wait for more than about four seconds. */
const longestQueue = 100

/** Lets few tasks run at once and refuses with 503 when too many wait, so that other calls go on. */
export function createHashingQueue(): <Result>(task: () => Promise<Result>) => Promise<Result> {
  const waiting: (() => void)[] = []
  let running = 0
  return async (task) => {
    if (running >= atOnce) {
      if (waiting.length >= longestQueue) {
        throw refusalUntil(503, 'Too many people are signing in. Try again in a moment.', 5)
      }
      // Whoever ends hands the place over, so that the number of running tasks stays.
      await new Promise<void>((resolve) => waiting.push(resolve))
    } else {
      running += 1
    }
    try {
      return await task()
    } finally {
      const next = waiting.shift()
      if (next === undefined) running -= 1
      else next()
    }
  }
}
