import { Worker } from 'node:worker_threads'
import type { GuardedLayer } from '../../../judge/learn/guards.ts'
import type { Lesson } from '../../../judge/learn/learn.ts'
import { minuteMs, secondMs } from '../../core/clock.ts'
import { limitProcessor } from '../../core/limit-processor.ts'
import type { LearntVersions } from '../../database/tables/operation.ts'

/** A lesson whose vector is in base64, or is that of a mail. */
export interface GivenLesson extends Omit<Lesson, 'vector'> {
  readonly places: string
  readonly mail: string
}

/** As it is stored. */
export type PackedLayer = Readonly<Pick<LearntVersions, 'layer' | 'judging' | 'marks' | 'mails'>>

interface Given {
  /** As it is stored; undefined where nothing was learnt. */
  readonly layer: string | undefined
  readonly lessons: readonly GivenLesson[]
  /** Since 1970, in UTC. */
  readonly day: number
  /** Mails that were safe, for the guards. */
  readonly safe: readonly string[]
  /** The threshold of the organization. */
  readonly perThousand: number
  /** Versions out of which is taken what is too old. */
  readonly former: readonly string[]
}

/** The message to the thread. */
export interface Learning extends Given {
  readonly id: number
}

interface Learnt {
  /** The version of the shared model. */
  readonly model: string
  readonly learnt: PackedLayer
  readonly guarded: GuardedLayer
  /** Undefined where nothing was taken out. */
  readonly former: readonly (PackedLayer | undefined)[]
}

type Answer =
  | { readonly id: number; readonly result: Learnt }
  | { readonly id: number; readonly failure: string }

/** Far more than an update takes. */
const mostProcessorMs = 30 * secondMs
/** The model takes memory, and many servers seldom learn. */
const idleMs = 2 * minuteMs

let worker: Worker | undefined
let idle: NodeJS.Timeout | undefined
let asked = 0

/**
 * Learns in a thread of its own, so that calls and analyses go on.
 * @throws Error if the thread fails or takes too much of the processor
 */
export function learnInThread(given: Given): Promise<Learnt> {
  asked += 1
  const id = asked
  const thread = worker ?? startWorker()
  clearTimeout(idle)
  const { promise, resolve, reject } = Promise.withResolvers<Learnt>()
  const listen = (answer: Answer) => {
    if (answer.id !== id) return
    if ('result' in answer) resolve(answer.result)
    else reject(new Error(`Learning failed: ${answer.failure}`))
  }
  const end = () => reject(new Error('The thread that learns ended'))
  const stopWatch = limitProcessor(thread, mostProcessorMs, () => {
    end()
    stopWorker(thread)
  })
  thread.on('message', listen).on('error', end).on('exit', end)
  const message: Learning = { id, ...given }
  thread.postMessage(message)
  return promise.finally(() => {
    stopWatch()
    thread.off('message', listen).off('error', end).off('exit', end)
    clearTimeout(idle)
    idle = setTimeout(() => stopWorker(thread), idleMs).unref()
  })
}

function startWorker(): Worker {
  const thread = new Worker(new URL('./learn-worker.ts', import.meta.url), { name: 'learn' })
  thread.unref()
  worker = thread
  thread.on('error', () => stopWorker(thread)).on('exit', () => stopWorker(thread))
  return thread
}

function stopWorker(thread: Worker): void {
  if (worker === thread) worker = undefined
  void thread.terminate()
}
