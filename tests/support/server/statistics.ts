/** @returns NaN without numbers */
export function median(numbers: readonly number[]): number {
  return quantile(numbers, 0.5)
}

/** @param part 0 to 1 */
export function quantile(numbers: readonly number[], part: number): number {
  const sorted = numbers.toSorted((one, other) => one - other)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? Number.NaN
}

/**
 * How far repeated measurements lie apart: the distance of the quartiles as a part of the median, so
 * that 0.3 means 30 %.
 */
export function spread(numbers: readonly number[]): number {
  const middle = median(numbers)
  const distance = quantile(numbers, 0.75) - quantile(numbers, 0.25)
  return distance === 0 ? 0 : distance / middle
}

/** @returns each number's own median, in objects of the same shape, and all else as in the first of them */
export function medians<Measured extends object>(all: readonly Measured[]): Measured {
  const [first] = all
  if (first === undefined) throw new Error('nothing was measured')
  const result = structuredClone(first)
  for (const [name, value] of Object.entries(first)) {
    const values: unknown[] = all.map((one) => Reflect.get(one, name))
    if (typeof value === 'number') Reflect.set(result, name, median(values.map(Number)))
    else if (isRecord(value)) Reflect.set(result, name, medians(values.filter(isRecord)))
  }
  return result
}

function isRecord(value: unknown): value is object {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
