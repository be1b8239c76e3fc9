import { availableParallelism } from 'node:os'
import { Worker } from 'node:worker_threads'
import type { Judgement } from '../../judge/judgement.ts'
import { minuteMs, secondMs } from '../core/clock.ts'
import { limitProcessor } from '../core/limit-processor.ts'
import type { Taught } from './learning/keep-pending.ts'
import type { KnownLayer } from './learning/state.ts'
import type { Known, KnownOfMail } from './worker-knowledge.ts'

interface Asked {
  readonly mail: Uint8Array<ArrayBuffer>
  readonly known: Known
  readonly facts: KnownOfMail
  readonly isPasted: boolean
  readonly perThousand: number
  /** All that the organization has taught. */
  readonly layer?: KnownLayer | undefined
  /** The answer has what the mail teaches. */
  readonly teaches?: boolean
}

/** A judgement, and what the mail teaches where that was asked for. */
export interface Judged {
  readonly judgement: Judgement
  readonly taught?: Taught | undefined
}

/** The message to a thread. It sees the bytes of what is known where they are. */
export interface Question extends Asked {
  readonly id: number
}

type Answer = ({ readonly id: number } & Judged) | { readonly id: number; readonly failure: string }

/** Far more than any mail takes of the processor; a thread that is still busy then is ended. */
const mostProcessorMs = 10 * secondMs
/** A thread that judged nothing for so long leaves its memory; the next mail then waits for a start. */
const idleMs = 10 * minuteMs
/** One of them is free of mails that take long. */
const mostThreads = Math.max(2, Math.min(4, availableParallelism() - 1))

interface Thread {
  readonly worker: Worker
  isBusy: boolean
  idle?: NodeJS.Timeout
}

const threads: Thread[] = []
/** Counts questions. */
let numbered = 0

export const judgingThreads = mostThreads

/** How many threads there are now, and how many of them judge. */
export function runningThreads() {
  return { all: threads.length, busy: threads.filter(({ isBusy }) => isBusy).length }
}

/**
 * Judges a mail in a thread of its own, so that other calls go on. At most `judgingThreads` at once:
 * the caller queues. The mail moves to the thread, where a copy of a large one would hold up other
 * calls: its bytes are gone here.
 * @throws Error if the thread fails or takes too much of the processor
 */
export function judgeInThread(asked: Asked, mostMs = mostProcessorMs): Promise<Judged> {
  numbered += 1
  const id = numbered
  const thread = threads.find(({ isBusy }) => !isBusy) ?? startThread()
  thread.isBusy = true
  clearTimeout(thread.idle)
  const { promise, resolve, reject } = Promise.withResolvers<Judged>()
  const listen = (answer: Answer) => {
    if (answer.id !== id) return
    if ('judgement' in answer) resolve(answer)
    else reject(new Error(`The judge failed: ${answer.failure}`))
  }
  const end = (cause?: unknown) =>
    reject(new Error(`The thread of the judge ended${kindOf(cause)}`))
  const stopWatch = limitProcessor(thread.worker, mostMs, () => {
    end()
    stopThread(thread)
  })
  thread.worker.on('message', listen).on('error', end).on('exit', end)
  const { mail } = asked
  const question: Question = { id, ...asked }
  // Short mails may be parts of memory that Node.js shares among them.
  const isAlone = mail.byteLength === mail.buffer.byteLength
  thread.worker.postMessage(question, isAlone ? [mail.buffer] : [])
  return promise.finally(() => {
    stopWatch()
    thread.worker.off('message', listen).off('error', end).off('exit', end)
    thread.isBusy = false
    thread.idle = setTimeout(() => stopThread(thread), idleMs).unref()
  })
}

/** An error's message may have words of the mail. */
function kindOf(cause: unknown): string {
  if (!(cause instanceof Error)) return ''
  return `: ${'code' in cause ? cause.code : cause.name}`
}

function startThread(): Thread {
  const worker = new Worker(new URL('./judge-worker.ts', import.meta.url), { name: 'judge' })
  worker.unref()
  const thread: Thread = { worker, isBusy: false }
  worker.on('error', () => stopThread(thread)).on('exit', () => stopThread(thread))
  threads.push(thread)
  return thread
}

function stopThread(thread: Thread): void {
  const at = threads.indexOf(thread)
  if (at !== -1) threads.splice(at, 1)
  void thread.worker.terminate()
}
