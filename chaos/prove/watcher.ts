import { setTimeout } from 'node:timers/promises'
import { Worker } from 'node:worker_threads'
import { quantile } from '../../tests/support/statistics.ts'
import { tell } from './attack.ts'
import { until } from './until.ts'

/** A small call that is made again and again. */
export interface Look {
  readonly path: string
  /** Over a new connection each time. */
  readonly isNew?: true
}

export interface Looked {
  readonly user: number
  readonly ms: number
  /** Empty when the answer was as expected. */
  readonly problem: string
}

export interface Waits {
  readonly ms: readonly number[]
  readonly failed: readonly string[]
}

/** Calls of other users, in a thread of their own. */
export interface Watcher extends AsyncDisposable {
  during<Value>(task: () => Promise<Value>): Promise<{ value: Value; waits: Waits }>
}

/** Longer than an answer takes; two of them may be needed. */
const mostMs = 65_000

export function watch(
  url: string,
  token: string,
  looks: readonly Look[],
  { users = 1, pauseMs = 0 } = {},
): Watcher {
  const workerData = { url, token, looks, users, pauseMs }
  const worker = new Worker(new URL('./watcher-thread.ts', import.meta.url), { workerData })
  let looked: Looked[] = []
  const broken: string[] = []
  worker.on('message', (one: Looked) => looked.push(one))
  worker.on('error', (error) => broken.push(String(error)))
  return {
    async during(task) {
      looked = []
      const value = await task()
      // A call that has waited since the middle of the task counts as well.
      const answered = looked.length
      const missing = () => users - new Set(looked.slice(answered).map(({ user }) => user)).size
      await until(() => missing() === 0 || broken.length > 0, { mostMs })
      const silent = missing() > 0 ? [`${missing()} of ${users} get no answers any more`] : []
      const problems = looked.map(({ problem }) => problem).filter((words) => words !== '')
      const ms = looked.map((one) => one.ms)
      return { value, waits: { ms, failed: [...broken, ...silent, ...problems] } }
    },
    async [Symbol.asyncDispose]() {
      await worker.terminate()
    },
  }
}

export const longestOf = ({ ms }: Waits) => Math.max(0, ...ms)

/** @returns median, p99 and longest wait, for `seen` */
export function figuresOf(ms: readonly number[]): string {
  return [0.5, 0.99, 1].map((part) => quantile(ms, part).toFixed(1)).join(' / ')
}

/**
 * The most that an attack may add to the p99 of other users. Attackers, bystanders and the server
 * share the processors here, which costs much more than an attacker elsewhere could.
 */
const mostDelayMs = 500
/** The same for the longest wait of all: a few who wait to the end of an attack are not in a p99. */
const mostLongestDelayMs = 5000

export const bystandersExpected = `others' p99 ${mostDelayMs} ms longer at most, their longest wait ${mostLongestDelayMs} ms`

export interface Suffered<Value> {
  readonly value: Value
  /** What other users had to suffer; empty when nothing. */
  readonly problems: readonly string[]
  readonly figures: string
}

export interface Bystanders extends AsyncDisposable {
  during<Value>(attack: () => Promise<Value>): Promise<Suffered<Value>>
}

/** Four users who read their dashboards calmly, from before an attack on. @param token of a user with a dashboard */
export async function watchBystanders(url: string, token: string): Promise<Bystanders> {
  const looks = [{ path: '/auth/me' }, { path: '/dashboard/employee', isNew: true }] as const
  const watcher = watch(url, token, looks, { users: 4, pauseMs: 20 })
  await setTimeout(2000)
  const { waits: before } = await watcher.during(() => setTimeout(3000))
  return {
    async during(attack) {
      const { value, waits } = await watcher.during(attack)
      const { ms, failed } = waits
      const [p99Ms, longestMs] = [quantile(ms, 0.99), longestOf(waits)]
      const problems = [
        ...(failed.length > 0 ? [`others: ${failed.length} calls failed (${tell(failed)})`] : []),
        ...(ms.length === 0 ? ['others got no answers'] : []),
        ...(p99Ms > quantile(before.ms, 0.99) + mostDelayMs
          ? [`others: p99 is ${p99Ms.toFixed(0)} ms`]
          : []),
        ...(longestMs > longestOf(before) + mostLongestDelayMs
          ? [`others: the longest wait is ${longestMs.toFixed(0)} ms`]
          : []),
      ]
      const figures = `others' ${ms.length} calls: ${figuresOf(before.ms)} ms before, ${figuresOf(ms)} ms meanwhile`
      return { value, problems, figures }
    },
    [Symbol.asyncDispose]: () => watcher[Symbol.asyncDispose](),
  }
}
