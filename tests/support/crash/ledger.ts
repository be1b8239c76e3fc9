/**
 * The client's expectations. Between request and answer both the old and the new value of a thing
 * may be stored; after the answer, the new one alone.
 */
export class Ledger {
  readonly #expected = new Map<string, readonly string[]>()
  #acknowledged = 0
  #isClosed = false

  /** @param thing that no other writer changes meanwhile */
  begin(thing: string, value: string): void {
    this.#expected.set(thing, [...(this.#expected.get(thing) ?? ['nothing']), value])
  }

  acknowledge(thing: string, value: string): void {
    if (!this.#isClosed) this.#expected.set(thing, [value])
    this.#acknowledged += 1
  }

  async write(thing: string, value: string, call: () => Promise<unknown>): Promise<void> {
    this.begin(thing, value)
    await call()
    this.acknowledge(thing, value)
  }

  /** From now on what was acknowledged so far has to be stored, and what follows may be. */
  close(): void {
    this.#isClosed = true
  }

  get acknowledged(): number {
    return this.#acknowledged
  }

  /** @returns what is not as it was acknowledged */
  lost(found: ReadonlyMap<string, string>): string[] {
    return [...this.#expected].flatMap(([thing, values]) => {
      const value = found.get(thing) ?? 'nothing'
      return values.includes(value) ? [] : [`${thing} is ${value}, not ${values.join(' or ')}`]
    })
  }
}
