import { median } from '../../../tests/support/server/statistics.ts'
import type { Call } from './load.ts'

/** A call that took longer than this waited for a failover. */
const longWaitMs = 5000

/** @returns how long after a moment the last call failed, or waited */
export function outageFrom(calls: readonly Call[], moment: number): number {
  const disturbed = calls.filter(
    ({ endedAt, ms, status }) => endedAt > moment && (status !== 200 || ms > longWaitMs),
  )
  return Math.max(0, ...disturbed.map(({ endedAt }) => endedAt - moment))
}

/** Shortest, median and longest. */
export function spreadOf(durations: readonly number[]): string {
  const figures = [Math.min(...durations), median(durations), Math.max(...durations)]
  return `${figures.map((ms) => (ms / 1000).toFixed(1)).join(' / ')} s (shortest / median / longest)`
}
