/** FNV-1a over UTF-16 units with a final mix: the same number on every machine, from 0 to 2^32 - 1. */
export function hashOf(text: string, seed = 0): number {
  let hash = 2_166_136_261 ^ seed
  for (let at = 0; at < text.length; at += 1) {
    hash = Math.imul(hash ^ text.charCodeAt(at), 16_777_619)
  }
  hash ^= hash >>> 16
  hash = Math.imul(hash, 0x85eb_ca6b)
  hash ^= hash >>> 13
  return hash >>> 0
}
