import { median, quantile, spread } from '../statistics.ts'
import type { Rate } from './figures.ts'
import type { Client, Loaded } from './load.ts'
import type { Target } from './targets.ts'

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
 * Loads several processes in turn, again and again, so that whatever else the machine does meanwhile
 * meets all of them. A first round, which the compiler takes, counts for nobody.
 */
export async function interleave<Name extends string>(
  client: Client,
  contenders: Readonly<Record<Name, Contender>>,
  { rounds, ms, connections }: Effort,
): Promise<(name: Name) => Rate> {
  const loads = new Map<string, Measured[]>()
  for (let round = 0; round <= rounds; round += 1) {
    for (const [name, { target, requests }] of Object.entries<Contender>(contenders)) {
      const before = target.cpuMs()
      const loaded = await client.load({ port: target.port, requests, connections, ms })
      const after = target.cpuMs()
      const cpuMs = before === undefined || after === undefined ? undefined : after - before
      if (round > 0) loads.set(name, [...(loads.get(name) ?? []), { ...loaded, cpuMs }])
    }
  }
  return (name) => rateOf(loads.get(name) ?? [])
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
