import { availableParallelism } from 'node:os'
import type { Judgement } from '../../judge/judgement.ts'
import { minuteMs, secondMs } from '../core/clock.ts'
import { createThreads } from '../core/threads.ts'
import type { Taught } from './learning/keep-pending.ts'
import type { KnownLayer } from './learning/state.ts'
import type { Known, KnownOfMail } from './worker-knowledge.ts'

/** A thread sees the bytes of what is known where they are. */
export interface Question {
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

/** One of them is free of mails that take long. */
export const judgingThreads = Math.max(2, Math.min(4, availableParallelism() - 1))

const threads = createThreads<Question, Judged>(
  'judge',
  new URL('./judge-worker.ts', import.meta.url),
  { most: judgingThreads, idleMs: 10 * minuteMs, mostProcessorMs: 10 * secondMs },
)

/** How many threads there are now, and how many of them judge. */
export const runningThreads = threads.running

/**
 * Judges a mail in a thread of its own. At most `judgingThreads` at once: the caller queues. The mail
 * moves to the thread, where a copy of a large one would hold up other calls: its bytes are gone here.
 * @throws ThreadError
 */
export function judgeInThread(question: Question, mostMs?: number): Promise<Judged> {
  const { mail } = question
  // Short mails may be parts of memory that Node.js shares among them.
  const isAlone = mail.byteLength === mail.buffer.byteLength
  return threads.ask(question, isAlone ? [mail.buffer] : [], mostMs)
}
