/** Writes a number in as few bytes as it takes, seven bits in each. */
export function writeGap(bytes: number[], gap: number): void {
  let left = gap
  for (; left > 127; left >>>= 7) bytes.push((left & 127) | 128)
  bytes.push(left)
}

/** Reads what `writeGap` has written; numbers beyond 2^21 are nonsense. */
export class GapReader {
  readonly #bytes: Uint8Array
  at: number

  constructor(bytes: Uint8Array, at = 0) {
    this.#bytes = bytes
    this.at = at
  }

  /** @throws RangeError where no number stands */
  next(): number {
    let gap = 0
    for (let shift = 0; shift < 21; shift += 7) {
      const byte = this.byte()
      gap |= (byte & 127) << shift
      if (byte < 128) return gap
    }
    throw new RangeError('A gap is too long.')
  }

  byte(): number {
    const byte = this.#bytes[this.at]
    if (byte === undefined) throw new RangeError('Bytes are cut off.')
    this.at += 1
    return byte
  }
}
