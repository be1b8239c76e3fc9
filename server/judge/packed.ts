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
  const text = Buffer.from(JSON.stringify(value))
  const bytes = new SharedArrayBuffer(text.byteLength)
  text.copy(new Uint8Array(bytes))
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
