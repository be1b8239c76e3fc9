import { setTimeout } from 'node:timers/promises'

/** Asks again and again. @returns whether it came true in time */
export async function until(
  isTrue: () => boolean | Promise<boolean>,
  { mostMs = 60_000, everyMs = 10 } = {},
): Promise<boolean> {
  const end = performance.now() + mostMs
  while (!(await isTrue())) {
    if (performance.now() > end) return false
    await setTimeout(everyMs)
  }
  return true
}

/** Does the same from several places at once. @returns all results, in order */
export function times<Result>(
  count: number,
  task: (position: number) => Promise<Result>,
): Promise<Result[]> {
  return Promise.all(Array.from({ length: count }, (_, position) => task(position)))
}

export function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0)
}
