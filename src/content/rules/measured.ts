import stored from '../../../judge/model/results.json' with { type: 'json' }
import type { Curve, Results } from '../../../judge/model/results.ts'

/** The committed results of `npm run measure`. */
export const results: Results = stored

/** `0.8664` is `86.6%`. */
export function percent(share: number): string {
  return `${(share * 100).toFixed(1)}%`
}

/** Whether no honest mail in 10,000 is marked, as far as chance goes, and 97 of 100 attacks are. */
export function showsPromises({ attacks, ordinary }: Pick<Curve, 'attacks' | 'ordinary'>): boolean {
  const [, highest = 1] = ordinary.interval
  return highest <= 0.0001 && (attacks.share ?? 0) >= 0.97
}

/** The shares of false positives for which attacks were counted, and that of the intervals. */
const conditions = ['1%', '0.1%', '95%']

/** The figures that the page of measurements may state; no other page may. */
export const measuredFigures: readonly string[] = [...conditions, ...sharesIn(results).map(percent)]

function sharesIn(value: unknown): number[] {
  if (typeof value === 'number') return value <= 1 ? [value] : []
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(sharesIn) : []
}
