import { hashOf } from '../judge/features/hash.ts'

const hashes = 24
const wordsOfGroup = 4

/** The smallest hashes of a text's groups of four words; near-duplicates share most of them. */
export function signatureOf(words: readonly string[]): Uint32Array {
  const signature = new Uint32Array(hashes).fill(0xffff_ffff)
  for (let at = 0; at + wordsOfGroup <= Math.max(words.length, wordsOfGroup); at += 1) {
    const group = words.slice(at, at + wordsOfGroup).join(' ')
    for (let index = 0; index < hashes; index += 1) {
      const hash = hashOf(group, index * 2_654_435)
      if (hash < (signature[index] ?? 0)) signature[index] = hash
    }
  }
  return signature
}

/**
 * Numbers of groups: texts that share a third of their signature in one band are one group, directly or
 * through others.
 */
export function groupsOf(signatures: readonly Uint32Array[]): number[] {
  const parent = signatures.map((_, at) => at)
  const rootOf = (at: number): number => {
    let root = at
    while (parent[root] !== root) root = parent[root] ?? root
    parent[at] = root
    return root
  }
  const bands = 6
  const size = hashes / bands
  for (let band = 0; band < bands; band += 1) {
    const first = new Map<string, number>()
    signatures.forEach((signature, at) => {
      const key = signature.subarray(band * size, (band + 1) * size).join()
      const before = first.get(key)
      if (before === undefined) first.set(key, at)
      else parent[rootOf(at)] = rootOf(before)
    })
  }
  return parent.map((_, at) => rootOf(at))
}
