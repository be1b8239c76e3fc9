import { setTimeout } from 'node:timers/promises'
import { Worker } from 'node:worker_threads'
import { quantile } from '../server/figures.ts'
import { tell } from './attack.ts'

/**
 * More than this no attack may add to what other people wait. Attackers, bystanders and the server
 * share the processors here, which costs much more than an attacker elsewhere could.
 */
const mostDelayMs = 500
const warmUpMs = 2000
const idleMs = 3000

interface Waits {
  readonly calls: number
  readonly medianMs: number
  readonly p99Ms: number
  readonly failed: readonly string[]
}

interface Looked {
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
    workerData: { url, token },
  })
  let looked: Looked[] = []
  worker.on('message', (one: Looked) => looked.push(one))
  const during: Bystanders['during'] = async (attack) => {
    looked = []
    const value = await attack()
    return { value, waits: waitsOf(looked) }
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

function waitsOf(looked: readonly Looked[]): Waits {
  const waits = looked.map(({ ms }) => ms)
  return {
    calls: looked.length,
    medianMs: quantile(waits, 0.5),
    p99Ms: quantile(waits, 0.99),
    failed: looked.map(({ problem }) => problem).filter((problem) => problem !== ''),
  }
}

/** @returns what other people had to suffer; empty for nothing */
export function sufferingOf({ before }: Bystanders, { calls, p99Ms, failed }: Waits): string[] {
  return [
    ...(failed.length > 0 ? [`others: ${failed.length} calls failed (${tell(failed)})`] : []),
    ...(calls === 0 ? ['others were not answered'] : []),
    ...(p99Ms > before.p99Ms + mostDelayMs ? [`others: p99 is ${p99Ms.toFixed(0)} ms`] : []),
  ]
}

/** For `seen`. */
export function tellWaits({ before }: Bystanders, meanwhile: Waits): string {
  const figures = ({ medianMs, p99Ms }: Waits) => `${medianMs.toFixed(1)} / ${p99Ms.toFixed(1)}`
  return `others' ${meanwhile.calls} calls: ${figures(before)} ms before, ${figures(meanwhile)} ms meanwhile`
}

export const othersExpected = `others' p99 ${mostDelayMs} ms longer at most`
