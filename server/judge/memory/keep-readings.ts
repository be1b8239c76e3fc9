import { LRUCache } from 'lru-cache'
import type { Clock } from '../../core/clock.ts'
import { type Packed, pack, sizeOf } from './packed.ts'

interface Keeping<Value> {
  readonly clock: Clock
  /** News are known after this time at the latest. */
  readonly forMs: number
  /** In memory, of all organizations. */
  readonly mostBytes: number
  readonly read: (organizationId: string) => Promise<Value>
}

/** Reads what is not kept, once for all who wait for it. A failed reading is not kept. */
export function keepReadings<Value>({
  clock,
  forMs,
  mostBytes,
  read,
}: Keeping<Value>): (organizationId: string) => Promise<Packed<Value>> {
  const kept = new LRUCache<string, Packed<Value>>({
    maxSize: mostBytes,
    sizeCalculation: sizeOf,
    ttl: forMs,
    ttlResolution: 0,
    // An organization that asks no more leaves the memory, too.
    ttlAutopurge: true,
    perf: { now: () => clock().getTime() },
    fetchMethod: async (organizationId) => pack(await read(organizationId)),
    // A waiting call gets its reading, even if others have taken its room meanwhile.
    ignoreFetchAbort: true,
  })
  return (organizationId) => kept.forceFetch(organizationId)
}
