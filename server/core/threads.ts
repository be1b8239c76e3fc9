import { Worker } from 'node:worker_threads'
import { minuteMs } from './clock.ts'

interface Settings {
  /** How many there are at most; a task beyond them waits in a thread that is busy. */
  readonly most: number
  /** A thread that did nothing for so long leaves its memory. */
  readonly idleMs: number
  /** Far more of the processor than a task takes; a thread that is still busy then is ended. */
  readonly mostProcessorMs: number
}

interface Thread {
  readonly worker: Worker
  tasks: number
  idle?: NodeJS.Timeout
}

type Answer<Result> = { readonly id: number } & (
  | { readonly result: Result }
  | { readonly failure: string }
)

/** The task failed, or its thread ended. */
export class ThreadError extends Error {
  override name = 'ThreadError'
}

/**
 * Threads that start when they are needed and answer as `thread-answers.ts` does.
 * @param file is written in place, because the release looks for it
 */
export function createThreads<Question extends object, Result>(
  name: string,
  file: string | URL,
  { most, idleMs, mostProcessorMs }: Settings,
) {
  const threads: Thread[] = []
  let asked = 0

  function start(): Thread {
    const worker = new Worker(file, { name })
    worker.unref()
    worker.setMaxListeners(0)
    const thread: Thread = { worker, tasks: 0 }
    worker.on('error', () => stop(thread)).on('exit', () => stop(thread))
    threads.push(thread)
    return thread
  }

  function stop(thread: Thread): void {
    const at = threads.indexOf(thread)
    if (at !== -1) threads.splice(at, 1)
    void thread.worker.terminate()
  }

  /** The one with the fewest tasks, or a new one where all have some. */
  function choose(): Thread {
    const [free] = threads.toSorted((one, other) => one.tasks - other.tasks)
    return free === undefined || (free.tasks > 0 && threads.length < most) ? start() : free
  }

  return {
    /**
     * Runs a task in a thread, so that other calls go on.
     * @param transfer is gone here, and no copy of it is made
     * @throws ThreadError if the thread fails or takes too much of the processor
     */
    ask(
      question: Question,
      transfer: readonly ArrayBuffer[] = [],
      mostMs = mostProcessorMs,
    ): Promise<Result> {
      asked += 1
      const id = asked
      const thread = choose()
      const { worker } = thread
      thread.tasks += 1
      clearTimeout(thread.idle)
      const { promise, resolve, reject } = Promise.withResolvers<Result>()
      const listen = (answer: Answer<Result>) => {
        if (answer.id !== id) return
        if ('result' in answer) resolve(answer.result)
        else reject(new ThreadError(`The thread '${name}' failed: ${answer.failure}`))
      }
      const end = (cause?: unknown) =>
        reject(new ThreadError(`The thread '${name}' ended${kindOf(cause)}`))
      const stopWatch = limitProcessor(worker, mostMs, () => {
        end()
        stop(thread)
      })
      worker.on('message', listen).on('error', end).on('exit', end)
      worker.postMessage({ ...question, id }, transfer)
      return promise.finally(() => {
        stopWatch()
        worker.off('message', listen).off('error', end).off('exit', end)
        thread.tasks -= 1
        if (thread.tasks === 0) thread.idle = setTimeout(() => stop(thread), idleMs).unref()
      })
    },
    /** How many there are now, and how many of them work. */
    running: () => ({ all: threads.length, busy: threads.filter(({ tasks }) => tasks > 0).length }),
  }
}

/** An error's message may have words of a mail. */
function kindOf(cause: unknown): string {
  if (!(cause instanceof Error)) return ''
  return `: ${'code' in cause ? cause.code : cause.name}`
}

/** For a thread that waits for what never comes, which uses no processor. */
const longestMs = 5 * minuteMs

/**
 * Ends a task of a thread that takes too much of the processor: where other programs run, time by the
 * clock says nothing of a task.
 * @returns stops the watch
 */
function limitProcessor(worker: Worker, mostMs: number, end: () => void): () => void {
  const began = performance.now()
  const before = processorMs(worker)
  let isOver = false
  const look = async () => {
    const usedMs = (await processorMs(worker)) - (await before)
    if (isOver) return
    if (usedMs >= mostMs || performance.now() - began >= longestMs) end()
    else timer = setTimeout(look, mostMs - usedMs)
  }
  let timer = setTimeout(look, mostMs)
  return () => {
    isOver = true
    clearTimeout(timer)
  }
}

/** A thread that starts has used nothing, and none that has ended is watched. */
async function processorMs(worker: Worker): Promise<number> {
  try {
    const { user, system } = await worker.cpuUsage()
    return (user + system) / 1000
  } catch {
    return 0
  }
}
