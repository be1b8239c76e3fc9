import stored from '../../../judge/model/results.json' with { type: 'json' }
import type { Results } from '../../../judge/model/results.ts'

/** The committed results of `npm run measure`. */
export const results: Results = stored

/** `0.8664` is `86.6%`. */
export function percent(share: number): string {
  return `${(share * 100).toFixed(1)}%`
}

/** The shares of false positives for which attacks were counted, and that of the intervals. */
const conditions = ['1%', '0.1%', '95%']

/** The figures that the page of measurements may state; no other page may. */
export const measuredFigures: readonly string[] = [...conditions, ...sharesIn(results).map(percent)]

function sharesIn(value: unknown): number[] {
  if (typeof value === 'number') return value <= 1 ? [value] : []
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(sharesIn) : []
}
