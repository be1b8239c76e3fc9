/** What one kind of request came to. */
export interface Rate {
  readonly perSecond: number
  readonly p50Ms: number
  readonly p99Ms: number
  /** Of the processor's time; undefined where the system does not tell. */
  readonly cpuUs: number | undefined
}

/** One line of the table that has to hold. */
export interface Bar {
  readonly what: string
  readonly value: number
  readonly limit: number
  readonly isAtLeast: boolean
}

export function holds({ value, limit, isAtLeast }: Bar): boolean {
  return isAtLeast ? value >= limit : value <= limit
}

export function median(numbers: readonly number[]): number {
  return quantile(numbers, 0.5)
}

/** @param part 0 to 1 */
export function quantile(numbers: readonly number[], part: number): number {
  const sorted = numbers.toSorted((one, other) => one - other)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? 0
}
