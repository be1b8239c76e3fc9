/** Returns the same sequence every time, so that every demo looks the same. */
export interface Random {
  /** From 0 up to but not including 1. */
  next(): number
  /** An integer, both ends included. */
  between(smallest: number, largest: number): number
  pick<Item>(items: readonly [Item, ...Item[]]): Item
}

/** Mulberry32: small, fast, and uniform enough for a demo. */
export function createRandom(seed: number): Random {
  let state = seed
  function next(): number {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
  const between = (smallest: number, largest: number) =>
    smallest + Math.floor(next() * (largest - smallest + 1))
  return {
    next,
    between,
    pick: (items) => items[between(0, items.length - 1)] ?? items[0],
  }
}
