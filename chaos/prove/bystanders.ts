import { setTimeout } from 'node:timers/promises'
import { Worker } from 'node:worker_threads'
import { quantile } from '../../bench/statistics.ts'
import { tell } from './attack.ts'

/**
 * More than this no attack may add to what other people wait. Attackers, bystanders and the server
 * share the processors here, which costs much more than an attacker elsewhere could.
 */
const mostDelayMs = 500
/** The same for the longest wait of all. A few who wait to the end of an attack are not in a p99. */
const mostLongestDelayMs = 5000
const warmUpMs = 2000
const idleMs = 3000
const users = 4
/** Longer than somebody waits for an answer; two of them may be needed. */
const patienceMs = 65_000

interface Waits {
  readonly calls: number
  readonly medianMs: number
  readonly p99Ms: number
  readonly longestMs: number
  readonly failed: readonly string[]
}

interface Looked {
  readonly user: number
  readonly ms: number
  readonly problem: string
}

/** Other people's small calls, from before an attack on. */
export interface Bystanders extends AsyncDisposable {
  /** Without an attack. */
  readonly before: Waits
  during<Value>(attack: () => Promise<Value>): Promise<{ value: Value; waits: Waits }>
}

/** @param token of somebody with a dashboard */
export async function watchBystanders(url: string, token: string): Promise<Bystanders> {
  const worker = new Worker(new URL('./bystander.ts', import.meta.url), {
    workerData: { url, token, users },
  })
  let looked: Looked[] = []
  const broken: string[] = []
  worker.on('message', (one: Looked) => looked.push(one))
  worker.on('error', (error) => broken.push(String(error)))
  const during: Bystanders['during'] = async (attack) => {
    looked = []
    const value = await attack()
    // Whoever has waited since the middle of the attack counts as well.
    const answered = looked.length
    const end = performance.now() + patienceMs
    const missing = () => users - new Set(looked.slice(answered).map(({ user }) => user)).size
    while (missing() > 0 && broken.length === 0 && performance.now() < end) await setTimeout(10)
    const silent = missing() > 0 ? [`${missing()} of ${users} were not answered any more`] : []
    return { value, waits: waitsOf(looked, [...broken, ...silent]) }
  }
  await setTimeout(warmUpMs)
  const { waits: before } = await during(() => setTimeout(idleMs))
  return {
    before,
    during,
    async [Symbol.asyncDispose]() {
      await worker.terminate()
    },
  }
}

function waitsOf(looked: readonly Looked[], problems: readonly string[]): Waits {
  const waits = looked.map(({ ms }) => ms)
  return {
    calls: looked.length,
    medianMs: quantile(waits, 0.5),
    p99Ms: quantile(waits, 0.99),
    longestMs: Math.max(0, ...waits),
    failed: [...problems, ...looked.map(({ problem }) => problem)].filter((words) => words !== ''),
  }
}

/** @returns what other people had to suffer; empty for nothing */
export function impactOn(
  { before }: Bystanders,
  { calls, p99Ms, longestMs, failed }: Waits,
): string[] {
  return [
    ...(failed.length > 0 ? [`others: ${failed.length} calls failed (${tell(failed)})`] : []),
    ...(calls === 0 ? ['others were not answered'] : []),
    ...(p99Ms > before.p99Ms + mostDelayMs ? [`others: p99 is ${p99Ms.toFixed(0)} ms`] : []),
    ...(longestMs > before.longestMs + mostLongestDelayMs
      ? [`others: the longest wait is ${longestMs.toFixed(0)} ms`]
      : []),
  ]
}

/** For `seen`. */
export function tellWaits({ before }: Bystanders, meanwhile: Waits): string {
  const figures = ({ medianMs, p99Ms, longestMs }: Waits) =>
    [medianMs, p99Ms, longestMs].map((ms) => ms.toFixed(1)).join(' / ')
  return `others' ${meanwhile.calls} calls: ${figures(before)} ms before, ${figures(meanwhile)} ms meanwhile`
}

export const othersExpected = `others' p99 ${mostDelayMs} ms longer at most, their longest wait ${mostLongestDelayMs} ms`
