import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import type { ProcessFigures } from '../../../tests/support/server/running-server.ts'
import { median, quantile, spread } from '../../../tests/support/server/statistics.ts'

/** The order to the thread. */
export interface Load {
  readonly port: number
  /** Whole HTTP requests, asked in turn. */
  readonly requests: readonly string[]
  readonly connections: number
  readonly ms: number
}

/** In a request it becomes a number of the same length, another one each time. */
export const numberPlace = '{number}'

export interface Loaded {
  readonly seconds: number
  /** In the order of the answers. */
  readonly latenciesMs: readonly number[]
  readonly statuses: Readonly<Record<string, number>>
}

export type Loader = ReturnType<typeof startLoader>

/** Loads servers from a thread of its own. */
export function startLoader() {
  const worker = new Worker(new URL('./load-thread.ts', import.meta.url))
  return {
    /** @throws when any answer is not the expected one */
    async load(load: Load, status = 200): Promise<Loaded> {
      worker.postMessage(load)
      const [loaded]: Loaded[] = await once(worker, 'message')
      if (loaded === undefined) throw new Error('the loading thread said nothing')
      const others = Object.keys(loaded.statuses).filter((it) => it !== String(status))
      if (others.length > 0) throw new Error(`answers were ${JSON.stringify(loaded.statuses)}`)
      return loaded
    },
    async [Symbol.asyncDispose]() {
      await worker.terminate()
    },
  }
}

export function requestText(
  method: 'GET' | 'POST',
  path: string,
  { token, body }: { token?: string; body?: unknown },
): string {
  const json = body === undefined ? '' : JSON.stringify(body)
  return [
    `${method} /api${path} HTTP/1.1`,
    'Host: 127.0.0.1',
    ...(token === undefined ? [] : [`Authorization: Bearer ${token}`]),
    ...(body === undefined
      ? []
      : ['Content-Type: application/json', `Content-Length: ${Buffer.byteLength(json)}`]),
    '',
    json,
  ].join('\r\n')
}

export interface Target extends Pick<ProcessFigures, 'cpuMs'> {
  readonly port: number
}

interface Contender {
  readonly target: Target
  readonly requests: readonly string[]
}

export interface Effort {
  readonly rounds: number
  readonly ms: number
  readonly connections: number
}

/**
 * Loads two processes in turn, again and again, so that whatever else the machine does meanwhile
 * meets both of them. A first round, which the compiler takes, is not counted.
 */
export async function compare(
  loader: Loader,
  contenders: readonly [Contender, Contender],
  { rounds, ms, connections }: Effort,
): Promise<[Rate, Rate]> {
  const loads: [Measured[], Measured[]] = [[], []]
  for (let round = 0; round <= rounds; round += 1) {
    for (const position of [0, 1] as const) {
      const { target, requests } = contenders[position]
      const before = target.cpuMs()
      const loaded = await loader.load({ port: target.port, requests, connections, ms })
      if (round > 0) loads[position].push({ ...loaded, cpuMs: target.cpuMs() - before })
    }
  }
  return [rateOf(loads[0]), rateOf(loads[1])]
}

type Measured = Loaded & { readonly cpuMs: number }

export type Rate = ReturnType<typeof rateOf>

/** The median of the rounds' rates, and quantiles of the latencies of all rounds together. */
function rateOf(loads: readonly Measured[]) {
  const latencies = loads.flatMap(({ latenciesMs }) => latenciesMs)
  const rates = loads.map(({ latenciesMs, seconds }) => latenciesMs.length / seconds)
  return {
    perSecond: median(rates),
    spread: spread(rates),
    p50Ms: median(latencies),
    p99Ms: quantile(latencies, 0.99),
    /** The processor's time; NaN where the system does not tell. */
    cpuUs: (loads.reduce((sum, { cpuMs }) => sum + cpuMs, 0) * 1000) / latencies.length,
  }
}
