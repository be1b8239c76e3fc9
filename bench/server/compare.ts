import { median, quantile, spread } from '../../tests/support/statistics.ts'
import type { Client, Loaded } from './load.ts'
import type { Target } from './targets.ts'

/** What one kind of request came to. */
export interface Rate {
  readonly perSecond: number
  /** Of each round's rate; see statistics.ts. */
  readonly spread: number
  readonly p50Ms: number
  readonly p99Ms: number
  /** Of the processor's time; undefined where the system does not tell. */
  readonly cpuUs: number | undefined
}

export interface Contender {
  readonly target: Target
  readonly requests: readonly string[]
}

export interface Effort {
  readonly rounds: number
  readonly ms: number
  readonly connections: number
}

type Measured = Loaded & { readonly cpuMs: number | undefined }

/**
 * Loads two processes in turn, again and again, so that whatever else the machine does meanwhile
 * meets both of them. A first round, which the compiler takes, is not counted.
 */
export async function compare(
  client: Client,
  contenders: readonly [Contender, Contender],
  { rounds, ms, connections }: Effort,
): Promise<[Rate, Rate]> {
  const loads: [Measured[], Measured[]] = [[], []]
  for (let round = 0; round <= rounds; round += 1) {
    for (const position of [0, 1] as const) {
      const { target, requests } = contenders[position]
      const before = target.cpuMs()
      const loaded = await client.load({ port: target.port, requests, connections, ms })
      const after = target.cpuMs()
      const cpuMs = before === undefined || after === undefined ? undefined : after - before
      if (round > 0) loads[position].push({ ...loaded, cpuMs })
    }
  }
  return [rateOf(loads[0]), rateOf(loads[1])]
}

/** The median of the rounds' rates, and quantiles of the latencies of all rounds together. */
function rateOf(loads: readonly Measured[]): Rate {
  const latencies = loads.flatMap(({ latenciesMs }) => latenciesMs)
  const cpuMs = loads.reduce<number | undefined>(
    (sum, load) => (sum === undefined || load.cpuMs === undefined ? undefined : sum + load.cpuMs),
    0,
  )
  const rates = loads.map(({ latenciesMs, seconds }) => latenciesMs.length / seconds)
  return {
    perSecond: median(rates),
    spread: spread(rates),
    p50Ms: median(latencies),
    p99Ms: quantile(latencies, 0.99),
    cpuUs: cpuMs === undefined ? undefined : (cpuMs * 1000) / latencies.length,
  }
}
