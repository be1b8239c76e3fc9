interface QueueSettings {
  readonly running: number
  /** The most work of one organization that waits. */
  readonly mostWork: number
  /** A task of more work never takes the last place, which cheap ones would wait for. */
  readonly dearFrom?: number
  /** Limits the wait where the queue moves slowly. */
  readonly waitMs?: number
  readonly tooMany: () => Error
}

/** A task of an organization that waits. */
interface Waiting {
  readonly work: number
  readonly start: () => void
  readonly refuse: () => void
  readonly sinceMs: number
}

interface Line {
  /** The cheapest first. */
  readonly tasks: Waiting[]
  /** The work that was done for the organization, and what others were ahead when it came. */
  served: number
}

/**
 * Runs few tasks at once. The next one is of the organization that had the least work done, and of its
 * tasks the cheapest, so that many tasks or dear ones of one organization delay neither those of another
 * nor its own cheap ones. Where too much work waits, its dearest task is refused at once.
 */
export function createFairQueue({
  running: most,
  mostWork,
  dearFrom = Number.POSITIVE_INFINITY,
  waitMs,
  tooMany,
}: QueueSettings) {
  const lines = new Map<string, Line>()
  let running = 0
  let runningDear = 0
  /** The work done for the organization whose task was started last; one that comes now counts as having had as much. */
  let served = 0

  const isDear = ({ work }: Pick<Waiting, 'work'>) => work > dearFrom
  const mayStart = (task: Waiting) => !isDear(task) || runningDear < Math.max(1, most - 1)

  function next(): void {
    if (running >= most) return
    const [line] = [...lines.values()]
      .filter(({ tasks: [cheapest] }) => cheapest !== undefined && mayStart(cheapest))
      .sort((one, other) => one.served - other.served)
    const task = line?.tasks.shift()
    if (line === undefined || task === undefined) {
      if (running === 0) lines.clear()
      return
    }
    served = line.served
    line.served += task.work
    running += 1
    if (isDear(task)) runningDear += 1
    task.start()
  }

  /** Organizations without a task are kept while they had more than their turn. */
  function forget(): void {
    for (const [organization, line] of lines) {
      if (line.tasks.length === 0 && line.served <= served) lines.delete(organization)
    }
  }

  function add(organization: string, task: Waiting): void {
    forget()
    const line = lines.get(organization) ?? { tasks: [], served }
    lines.set(organization, line)
    if (line.tasks.length === 0) line.served = Math.max(line.served, served)
    const { tasks } = line
    const place = tasks.findIndex(({ work }) => work > task.work)
    tasks.splice(place === -1 ? tasks.length : place, 0, task)
    let waiting = tasks.reduce((sum, { work }) => sum + work, 0)
    while (waiting > mostWork && tasks.length > 1) {
      const dearest = tasks.pop()
      waiting -= dearest?.work ?? 0
      dearest?.refuse()
    }
  }

  /** @param work what it will take, in any unit that is the same for all */
  async function run<Result>(
    organization: string,
    task: () => Promise<Result>,
    work = 1,
  ): Promise<Result> {
    const { promise, resolve: start, reject } = Promise.withResolvers<void>()
    const refuse = () => reject(tooMany())
    const waiting = { work, start, refuse, sinceMs: performance.now() }
    add(organization, waiting)
    const timeout = waitMs === undefined ? undefined : setTimeout(giveUp, waitMs)
    function giveUp(): void {
      const { tasks = [] } = lines.get(organization) ?? {}
      tasks.splice(tasks.indexOf(waiting), 1)
      refuse()
    }
    next()
    await promise.finally(() => clearTimeout(timeout))
    try {
      return await task()
    } finally {
      running -= 1
      if (isDear({ work })) runningDear -= 1
      next()
    }
  }

  /** How many tasks wait, and for how long the oldest does. */
  function waitingTasks() {
    const since = [...lines.values()].flatMap(({ tasks }) => tasks.map(({ sinceMs }) => sinceMs))
    const oldestMs = since.length === 0 ? 0 : performance.now() - Math.min(...since)
    return { count: since.length, oldestSeconds: oldestMs / 1000 }
  }

  return { run, waitingTasks }
}
