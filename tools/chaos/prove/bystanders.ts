import { setTimeout } from 'node:timers/promises'
import { Worker } from 'node:worker_threads'
import { median, quantile } from '../../../tests/support/server/statistics.ts'
import { until } from '../../../tests/support/until.ts'
import { tell } from './attack.ts'

/** A small call that is made again and again. */
export interface Look {
  readonly path: string
  /** Over a new connection each time. */
  readonly isNew?: true
}

export interface Answered {
  readonly user: number
  readonly ms: number
  /** Empty when the answer was as expected. */
  readonly problem: string
}

type Bystanders = Awaited<ReturnType<typeof watchBystanders>>
type Comparison = Awaited<ReturnType<Bystanders['compare']>>

/** Longer than an answer takes; two of them may be needed. */
const longestAnswersMs = 65_000
/** Neither a connection's first calls nor the compiler are the attack's fault. */
const warmUpMs = 2000

/** Calls of other users, in a thread of their own. */
export async function watchBystanders(
  url: string,
  token: string,
  looks: readonly Look[],
  { users = 1, pauseMs = 0, calmMs = 3000 } = {},
) {
  const workerData = { url, token, looks, users, pauseMs }
  const worker = new Worker(new URL('./bystander-thread.ts', import.meta.url), { workerData })
  let answers: Answered[] = []
  const problems: string[] = []
  worker.on('message', (answered: Answered) => answers.push(answered))
  worker.on('error', (error) => problems.push(String(error)))

  /** @returns the waits during a task, that of a call which has waited since its middle among them */
  async function during<Value>(task: () => Promise<Value>) {
    answers = []
    const value = await task()
    const answered = answers.length
    const missing = () => users - new Set(answers.slice(answered).map(({ user }) => user)).size
    await until(() => missing() === 0 || problems.length > 0, { mostMs: longestAnswersMs })
    if (missing() > 0) problems.push(`${missing()} of ${users} get no answers any more`)
    problems.push(...answers.map(({ problem }) => problem).filter((problem) => problem !== ''))
    return { value, ms: answers.map(({ ms }) => ms) }
  }

  await during(() => setTimeout(warmUpMs))
  return {
    /** Makes an attack between calm rounds, so that both meet the same machine. */
    async compare<Value>(attack: () => Promise<Value>, rounds = 1) {
      problems.splice(0)
      const calm = [(await during(() => setTimeout(calmMs))).ms]
      const attacked: { readonly value: Value; readonly ms: readonly number[] }[] = []
      for (let round = 0; round < rounds; round += 1) {
        attacked.push(await during(attack))
        calm.push((await during(() => setTimeout(calmMs))).ms)
      }
      const waits = { calm: calm.flat(), attacked: attacked.flatMap(({ ms }) => ms) }
      return {
        /** All waits, in calm rounds and under attack. */
        ...waits,
        values: attacked.map(({ value }) => value),
        /** Calls that failed, in any round. */
        problems: [...problems],
        figures: `others' ${waits.attacked.length} calls: ${figuresOf(waits.calm)} ms calm, ${figuresOf(waits.attacked)} ms meanwhile`,
        /**
         * By how much a quantile of the waits exceeds that of the calm rounds before and after, in the
         * round where this is least: what the server causes happens each time, and noise does not.
         */
        longerMs: (part: number) =>
          Math.min(
            ...attacked.map(({ ms }, round) => {
              const around = calm.slice(round, round + 2).map((one) => quantile(one, part))
              return quantile(ms, part) - Math.max(...around)
            }),
          ),
      }
    },
    async [Symbol.asyncDispose]() {
      await worker.terminate()
    },
  }
}

/** Median, p99 and longest wait. */
function figuresOf(ms: readonly number[]): string {
  return [0.5, 0.99, 1].map((part) => quantile(ms, part).toFixed(1)).join(' / ')
}

/**
 * The addition to the calm p99 of other users that an attack may cause. Attackers, bystanders and
 * the server share the processors here, which costs much more than an attacker elsewhere could.
 */
const mostP99 = { ms: 500, calmMedians: 200 }
/** The same for the longest wait of all: a few who wait to the end of an attack are not in a p99. */
const mostLongest = { ms: 5000, calmMedians: 2000 }

export const dashboardReadersExpected = `others' p99 ${mostP99.ms} ms longer at most, their longest wait ${mostLongest.ms} ms, or ${mostP99.calmMedians} and ${mostLongest.calmMedians} calm medians on a busy machine`

/** Four users who read their dashboards calmly. @param token of a user with a dashboard */
export function watchDashboardReaders(url: string, token: string) {
  const looks = [{ path: '/auth/me' }, { path: '/dashboard/employee', isNew: true }] as const
  return watchBystanders(url, token, looks, { users: 4, pauseMs: 20 })
}

/** @returns what dashboard readers had to suffer; empty when nothing */
export function problemsOfReaders({
  problems,
  calm,
  attacked,
  longerMs,
}: Comparison): readonly string[] {
  const late = (name: string, ms: number, most: typeof mostP99) =>
    ms > Math.max(most.ms, most.calmMedians * median(calm))
      ? [`others: ${name} is ${ms.toFixed(0)} ms longer`]
      : []
  return [
    ...(problems.length > 0 ? [`others: ${problems.length} calls failed (${tell(problems)})`] : []),
    ...(attacked.length === 0 ? ['others got no answers'] : []),
    ...late('p99', longerMs(0.99), mostP99),
    ...late('the longest wait', longerMs(1), mostLongest),
  ]
}
