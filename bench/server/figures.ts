/** What one kind of request came to. */
export interface Rate {
  readonly perSecond: number
  /** Of each round's rate; see statistics.ts. */
  readonly spread: number
  readonly p50Ms: number
  readonly p99Ms: number
  /** Of the processor's time; undefined where the system does not tell. */
  readonly cpuUs: number | undefined
}
