/** Numbers that look random and are the same for the same seed (mulberry32). */
export class Random {
  #state: number

  constructor(seed: number) {
    this.#state = seed >>> 0
  }

  /** From 0 to below 1. */
  next(): number {
    this.#state = (this.#state + 0x6d2b_79f5) >>> 0
    let mixed = this.#state
    mixed = Math.imul(mixed ^ (mixed >>> 15), mixed | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }

  shuffle<Item>(items: Item[]): void {
    for (let at = items.length - 1; at > 0; at -= 1) {
      const other = Math.floor(this.next() * (at + 1))
      const [one, two] = [items[at], items[other]]
      if (one === undefined || two === undefined) continue
      items[at] = two
      items[other] = one
    }
  }
}
