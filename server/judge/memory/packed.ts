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
