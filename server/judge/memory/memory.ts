import { totalmem } from 'node:os'
import { LRUCache } from 'lru-cache'
import type { Clock } from '../../core/clock.ts'

/**
 * A reading for the judge, in a form that all threads see without a copy. The number is another one
 * for each reading of this process.
 */
export interface Packed<Value> {
  readonly number: number
  readonly bytes: SharedArrayBuffer
  /** Never there; it says what the bytes are of. */
  readonly value?: Value
}

/** Covers the entry of a cache and the object around the bytes. */
const overheadBytes = 500

let packed = 0

/** @param value as JSON has it */
export function pack<Value>(value: Value): Packed<Value> {
  return share(Buffer.from(JSON.stringify(value)))
}

/** Bytes that are a form of their own. */
export function share(given: Uint8Array): Packed<never> {
  const bytes = new SharedArrayBuffer(given.byteLength)
  new Uint8Array(bytes).set(given)
  packed += 1
  return { number: packed, bytes }
}

export function unpack<Value>({ bytes }: Packed<Value>): Value {
  return JSON.parse(Buffer.from(bytes).toString())
}

/** The size in memory. */
export function sizeOf({ bytes }: Packed<unknown>): number {
  return bytes.byteLength + overheadBytes
}

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

/** @returns bytes, for a share of the memory of the machine or container */
export function keepMost(share: number): number {
  // 0 without a limit on some systems, and more than there is on others.
  const limit = process.constrainedMemory()
  return Math.floor((limit === 0 ? totalmem() : Math.min(limit, totalmem())) * share)
}
