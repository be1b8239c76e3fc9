import { setTimeout } from 'node:timers/promises'
import type { ServerUnderAttack } from '../prove/server-under-attack.ts'

export interface Sample {
  readonly at: number
  /** What is in use when all that nobody needs has been collected: where a leak shows at once. */
  readonly usedMegabytes: number
  /** What the system gives, garbage, SQLite's pages and gaps included: what the machine has to have. */
  readonly residentMegabytes: number
  readonly openFiles: number
  readonly activeResources: number
}

/** Looks at a server now and then, until time is up. */
export async function watch(
  server: ServerUnderAttack,
  until: number,
  everyMs: number,
): Promise<Sample[]> {
  const samples: Sample[] = []
  while (performance.now() < until) {
    await setTimeout(everyMs)
    samples.push({
      at: performance.now(),
      residentMegabytes: await server.residentMegabytes(),
      usedMegabytes: await server.inspector.usedMegabytes(),
      openFiles: await server.openFiles(),
      activeResources: await server.inspector.activeResources(),
    })
  }
  return samples
}
