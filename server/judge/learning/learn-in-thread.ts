import type { GuardedLayer } from '../../../judge/learn/guards.ts'
import type { Lesson } from '../../../judge/learn/learn.ts'
import { minuteMs, secondMs } from '../../core/clock.ts'
import { createThreads } from '../../core/threads.ts'
import type { LearntVersions } from '../../database/tables/operation.ts'

/** A lesson whose vector is in base64, or is that of a mail. */
export interface GivenLesson extends Omit<Lesson, 'vector'> {
  readonly places: string
  readonly mail: string
}

/** As it is stored. */
export type PackedLayer = Readonly<Pick<LearntVersions, 'layer' | 'judging' | 'marks' | 'mails'>>

export interface Learning {
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

export interface Learnt {
  /** The version of the shared model. */
  readonly model: string
  readonly learnt: PackedLayer
  readonly guarded: GuardedLayer
  /** Undefined where nothing was taken out. */
  readonly former: readonly (PackedLayer | undefined)[]
}

/** The model takes memory, and many servers seldom learn. */
const threads = createThreads<Learning, Learnt>(
  'learn',
  new URL('./learn-worker.ts', import.meta.url),
  { most: 1, idleMs: 2 * minuteMs, mostProcessorMs: 30 * secondMs },
)

/** Learns in a thread of its own, so that calls and analyses go on. @throws ThreadError */
export const learnInThread = (learning: Learning): Promise<Learnt> => threads.ask(learning)
