import { median } from '../../bench/statistics.ts'

/** Whether all of the times are short enough, with their median and the worst in words. */
export function within(mostMs: number, tookMs: readonly number[]) {
  const worstMs = Math.max(...tookMs)
  return {
    holds: tookMs.length > 0 && worstMs <= mostMs,
    words: `median ${median(tookMs).toFixed(0)} ms, worst ${worstMs.toFixed(0)} ms`,
  }
}
