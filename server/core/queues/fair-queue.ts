interface QueueSettings {
  readonly running: number
  /** The most tasks of one organization that wait. */
  readonly waitingOfOne: number
  readonly tooMany: () => Error
}

/** A task of an organization that waits. */
interface Waiting {
  readonly start: () => void
  readonly sinceMs: number
}

/**
 * Runs few tasks at once, those of each organization in turn, so that many mails of one do not delay
 * those of another.
 */
export function createFairQueue({ running: most, waitingOfOne, tooMany }: QueueSettings) {
  const waiting = new Map<string, Waiting[]>()
  let running = 0

  /** Starts the oldest task of the organization that has waited longest. */
  function next(): void {
    const [longest] = waiting
    if (longest === undefined || running >= most) return
    const [organization, tasks] = longest
    const first = tasks.shift()
    waiting.delete(organization)
    if (tasks.length > 0) waiting.set(organization, tasks)
    running += 1
    first?.start()
  }

  async function run<Result>(organization: string, task: () => Promise<Result>): Promise<Result> {
    const tasks = waiting.get(organization) ?? []
    if (tasks.length >= waitingOfOne) throw tooMany()
    const { promise, resolve } = Promise.withResolvers<void>()
    tasks.push({ start: resolve, sinceMs: performance.now() })
    waiting.set(organization, tasks)
    next()
    await promise
    try {
      return await task()
    } finally {
      running -= 1
      next()
    }
  }

  /** How many tasks wait, and for how long the oldest does. */
  function waitingTasks() {
    const since = [...waiting.values()].flatMap((tasks) => tasks.map(({ sinceMs }) => sinceMs))
    const oldestMs = since.length === 0 ? 0 : performance.now() - Math.min(...since)
    return { count: since.length, oldestSeconds: oldestMs / 1000 }
  }

  return { run, waitingTasks }
}
