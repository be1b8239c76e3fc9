/** Random numbers that cannot be repeated without the seed: ChaCha's blocks, with 8 rounds. */
export class Noise {
  readonly #state = new Uint32Array(16)
  readonly #block = new Uint32Array(16)
  #at = 16

  /** @param seed 32 bytes */
  constructor(seed: Uint8Array) {
    if (seed.length !== 32) throw new RangeError('A seed has 32 bytes.')
    this.#state.set([0x6170_7865, 0x3320_646e, 0x7962_2d32, 0x6b20_6574])
    const view = new DataView(seed.buffer, seed.byteOffset, seed.byteLength)
    for (let at = 0; at < 8; at += 1) this.#state[4 + at] = view.getUint32(at * 4, true)
  }

  /** From 0 to below 1. */
  next(): number {
    if (this.#at === 16) this.#fill()
    const value = this.#block[this.#at] ?? 0
    this.#at += 1
    return value / 4_294_967_296
  }

  #fill(): void {
    const block = this.#block
    block.set(this.#state)
    for (let round = 0; round < 4; round += 1) {
      for (const [a, b, c, d] of quarters) mix(block, a, b, c, d)
    }
    for (let at = 0; at < 16; at += 1) block[at] = (block[at] ?? 0) + (this.#state[at] ?? 0)
    this.#state[12] = (this.#state[12] ?? 0) + 1
    this.#at = 0
  }
}

const quarters = [
  [0, 4, 8, 12],
  [1, 5, 9, 13],
  [2, 6, 10, 14],
  [3, 7, 11, 15],
  [0, 5, 10, 15],
  [1, 6, 11, 12],
  [2, 7, 8, 13],
  [3, 4, 9, 14],
] as const

function mix(block: Uint32Array, a: number, b: number, c: number, d: number): void {
  const step = (to: number, from: number, turned: number, by: number) => {
    block[to] = (block[to] ?? 0) + (block[from] ?? 0)
    const value = (block[turned] ?? 0) ^ (block[to] ?? 0)
    block[turned] = (value << by) | (value >>> (32 - by))
  }
  step(a, b, d, 16)
  step(c, d, b, 12)
  step(a, b, d, 8)
  step(c, d, b, 7)
}
