import { hashOf } from '../features/hash.ts'

/** A set of texts in few bytes: a member is always found, another text in fewer than 1 of 1,000 cases. */
export interface Bloom {
  readonly bits: Uint8Array
  readonly hashes: number
}

export function isInBloom({ bits, hashes }: Bloom, text: string): boolean {
  for (let index = 0; index < hashes; index += 1) {
    const at = placeOf(bits, text, index)
    if (((bits[at >> 3] ?? 0) & (1 << (at & 7))) === 0) return false
  }
  return true
}

export function makeBloom(texts: readonly string[]): Bloom {
  const bits = new Uint8Array(Math.ceil((texts.length * 14.6) / 8))
  const hashes = 10
  for (const text of texts) {
    for (let index = 0; index < hashes; index += 1) {
      const at = placeOf(bits, text, index)
      bits[at >> 3] = (bits[at >> 3] ?? 0) | (1 << (at & 7))
    }
  }
  return { bits, hashes }
}

function placeOf(bits: Uint8Array, text: string, index: number): number {
  const step = hashOf(text, 77) | 1
  return ((hashOf(text, 13) + Math.imul(index, step)) >>> 0) % (bits.length * 8)
}
