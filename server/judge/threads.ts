import { availableParallelism } from 'node:os'
import { Worker } from 'node:worker_threads'
import { LRUCache } from 'lru-cache'
import type { Judgement } from '../../judge/judgement.ts'
import { minuteMs, secondMs } from '../core/clock.ts'
import type { Known, KnownOfMail } from './worker-knowledge.ts'

interface Asked {
  readonly mail: Uint8Array<ArrayBuffer>
  readonly known: Known
  readonly facts: KnownOfMail
  readonly isPasted: boolean
  readonly perThousand: number
}

/** What a thread gets. Knowledge is told once, because there is more of it than of most mails. */
export type Message =
  | { readonly kind: 'know'; readonly number: number; readonly known: Known }
  | { readonly kind: 'forget'; readonly number: number }
  | (Omit<Asked, 'known'> & {
      readonly kind: 'judge'
      readonly id: number
      readonly known: number
    })

type Answer =
  | { readonly id: number; readonly judgement: Judgement }
  | { readonly id: number; readonly failure: string }

/** Far longer than any mail takes; a thread that is still busy then is ended. */
const longestMs = 10 * secondMs
/** A thread that judged nothing for so long leaves its memory; the next mail then waits for a start. */
const idleMs = 10 * minuteMs
const mostThreads = Math.max(1, Math.min(4, availableParallelism() - 1))
/** Organizations of which a thread keeps what they know. */
const mostKnown = 30

interface Thread {
  readonly worker: Worker
  /** What the thread was told, by the number under which it keeps it. */
  readonly told: LRUCache<Known, number>
  isBusy: boolean
  idle?: NodeJS.Timeout
}

const threads: Thread[] = []
/** Of questions and of knowledge. */
let numbered = 0

export const judgingThreads = mostThreads

/**
 * Judges a mail in a thread of its own, so that other calls go on. At most `judgingThreads` at once:
 * the caller queues. The mail moves to the thread, where a copy of a large one would hold up other
 * calls: its bytes are gone here.
 * @throws Error if the thread fails or takes too long
 */
export function judgeInThread({ known, mail, ...asked }: Asked): Promise<Judgement> {
  numbered += 1
  const id = numbered
  const thread = threads.find(({ isBusy }) => !isBusy) ?? startThread()
  thread.isBusy = true
  clearTimeout(thread.idle)
  const { promise, resolve, reject } = Promise.withResolvers<Judgement>()
  const listen = (answer: Answer) => {
    if (answer.id !== id) return
    if ('judgement' in answer) resolve(answer.judgement)
    else reject(new Error(`The judge failed: ${answer.failure}`))
  }
  const end = () => reject(new Error('The thread of the judge ended'))
  const deadline = setTimeout(() => {
    end()
    stopThread(thread)
  }, longestMs)
  thread.worker.on('message', listen).on('error', end).on('exit', end)
  const question: Message = { kind: 'judge', id, mail, known: tell(thread, known), ...asked }
  // Short mails may be parts of memory that Node.js shares among them.
  const isAlone = mail.byteLength === mail.buffer.byteLength
  thread.worker.postMessage(question, isAlone ? [mail.buffer] : [])
  return promise.finally(() => {
    clearTimeout(deadline)
    thread.worker.off('message', listen).off('error', end).off('exit', end)
    thread.isBusy = false
    thread.idle = setTimeout(() => stopThread(thread), idleMs).unref()
  })
}

/** @returns the number under which the thread keeps what is known */
function tell({ worker, told }: Thread, known: Known): number {
  const kept = told.get(known)
  if (kept !== undefined) return kept
  numbered += 1
  told.set(known, numbered)
  const message: Message = { kind: 'know', number: numbered, known }
  worker.postMessage(message)
  return numbered
}

function startThread(): Thread {
  const worker = new Worker(new URL('./judge-worker.ts', import.meta.url))
  worker.unref()
  const forget = (number: number) => {
    const message: Message = { kind: 'forget', number }
    worker.postMessage(message)
  }
  const told = new LRUCache<Known, number>({ max: mostKnown, dispose: forget })
  const thread: Thread = { worker, told, isBusy: false }
  worker.on('error', () => stopThread(thread)).on('exit', () => stopThread(thread))
  threads.push(thread)
  return thread
}

function stopThread(thread: Thread): void {
  const at = threads.indexOf(thread)
  if (at !== -1) threads.splice(at, 1)
  void thread.worker.terminate()
}
