interface QueueLimits {
  readonly running: number
  readonly queued: number
  /** Limits the wait where the queue moves slowly. */
  readonly waitMs: number
  /** The error of a task if the queue is full or the wait too long. */
  readonly tooMany: () => Error
}

/** Limits how many tasks run at once, so that other calls stay responsive. */
export function createWorkQueue({
  running: maxRunning,
  queued: maxQueued,
  waitMs,
  tooMany,
}: QueueLimits): <Result>(task: () => Promise<Result>) => Promise<Result> {
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
