import { median, quantile, type Rate } from './figures.ts'
import type { Client, Loaded } from './load.ts'

export interface Contender {
  readonly port: number
  readonly requests: readonly string[]
}

export interface Effort {
  readonly rounds: number
  readonly ms: number
  readonly connections: number
}

/**
 * Loads several processes in turn, again and again, so that whatever else the machine does meanwhile
 * meets all of them. A first round, which the compiler takes, counts for nobody.
 * @returns the median of the rounds' rates, and quantiles of the latencies of all rounds
 */
export async function interleave<Name extends string>(
  client: Client,
  contenders: Readonly<Record<Name, Contender>>,
  { rounds, ms, connections }: Effort,
): Promise<(name: Name) => Rate> {
  const loads = new Map<string, Loaded[]>()
  for (let round = 0; round <= rounds; round += 1) {
    for (const [name, contender] of Object.entries<Contender>(contenders)) {
      const loaded = await client.load({ ...contender, connections, ms })
      if (round > 0) loads.set(name, [...(loads.get(name) ?? []), loaded])
    }
  }
  return (name) => rateOf(loads.get(name) ?? [])
}

export function rateOf(loads: readonly Loaded[]): Rate {
  const latencies = loads.flatMap(({ latenciesMs }) => latenciesMs)
  return {
    perSecond: median(loads.map(({ latenciesMs, seconds }) => latenciesMs.length / seconds)),
    p50Ms: median(latencies),
    p99Ms: quantile(latencies, 0.99),
  }
}
