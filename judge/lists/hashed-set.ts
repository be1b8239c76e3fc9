import { hashOf } from '../features/hash.ts'

/*
 * Golomb-coded: the hashes in order, each as its distance from the one before, in about 12 bits. A Bloom
 * filter with as few false hits takes 14.4.
 */

/** A set of texts in few bytes: a member is always found, and another text in 1 of `spread` cases. */
export interface HashedSet {
  /** The hashes are below it. */
  readonly range: number
  /** In rising order. */
  readonly hashes: Uint32Array
}

export function isInSet({ range, hashes }: HashedSet, text: string): boolean {
  const wanted = hashOf(text, 13) % range
  let from = 0
  let to = hashes.length
  while (from < to) {
    const middle = (from + to) >> 1
    if ((hashes[middle] ?? 0) < wanted) from = middle + 1
    else to = middle
  }
  return hashes[from] === wanted
}

export interface PackedSet {
  readonly count: number
  /** How many hashes there might be for each text. */
  readonly spread: number
  readonly bits: Uint8Array
}

export function packSet(texts: readonly string[], spread: number): PackedSet {
  const range = texts.length * spread
  const hashes = texts.map((text) => hashOf(text, 13) % range)
  const plain = plainBits(spread)
  const bits: number[] = []
  let before = 0
  for (const hash of hashes.toSorted((a, b) => a - b)) {
    const distance = hash - before
    for (let ones = distance >> plain; ones > 0; ones -= 1) bits.push(1)
    bits.push(0)
    for (let bit = 0; bit < plain; bit += 1) bits.push((distance >> bit) & 1)
    before = hash
  }
  const bytes = new Uint8Array(Math.ceil(bits.length / 8))
  for (const [at, bit] of bits.entries()) bytes[at >> 3] = (bytes[at >> 3] ?? 0) | (bit << (at & 7))
  return { count: texts.length, spread, bits: bytes }
}

export function unpackSet({ count, spread, bits }: PackedSet): HashedSet {
  const plain = plainBits(spread)
  let at = 0
  const next = () => {
    const bit = ((bits[at >> 3] ?? 0) >> (at & 7)) & 1
    at += 1
    return bit
  }
  let hash = 0
  const hashes = Uint32Array.from({ length: count }, () => {
    while (next() === 1) hash += 1 << plain
    for (let bit = 0; bit < plain; bit += 1) hash += next() << bit
    return hash
  })
  return { range: count * spread, hashes }
}

/** The lower bits of a distance, which are written as they are; the rest is as many ones, and a zero. */
function plainBits(spread: number): number {
  return Math.round(Math.log2(spread * Math.LN2))
}
