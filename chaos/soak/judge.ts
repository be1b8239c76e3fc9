import { median, quantile } from '../../bench/statistics.ts'
import { type Result, tell } from '../prove/attack.ts'
import type { Sample } from './watch.ts'
import type { Worked } from './work.ts'

/** Code is compiled, caches fill and connections are made in the first fifth of the time. */
const warmUp = 0.2
/** The first fifth after that is compared with the last one. */
const part = 0.2
const mostGrowth = 1.1
const mostSlower = 2
/** Differences of calls that take a few milliseconds are the machine's. */
const slackMs = 20
/** Connections of the watcher and the mail worker come and go. */
const moreHandles = 5

interface Watched {
  readonly started: number
  readonly ended: number
  readonly worked: Worked
  readonly samples: readonly Sample[]
  readonly failures: readonly string[]
}

/**
 * Medians of two stretches of time say whether something grows: one sample is as high as the garbage
 * of the moment. Memory may shrink; only growth, had it time enough, would be the end.
 */
export function judge({ started, ended, worked, samples, failures }: Watched): Result {
  const length = ended - started
  const from = started + length * warmUp
  const first = <Item extends { at: number }>(items: readonly Item[]) =>
    items.filter(({ at }) => at >= from && at < from + length * part)
  const last = <Item extends { at: number }>(items: readonly Item[]) =>
    items.filter(({ at }) => at >= ended - length * part)
  const pair = (value: (sample: Sample) => number): readonly [number, number] => [
    median(first(samples).map(value)),
    median(last(samples).map(value)),
  ]
  const waits = (how: number): readonly [number, number] => [
    quantile(
      first(worked.answered).map(({ ms }) => ms),
      how,
    ),
    quantile(
      last(worked.answered).map(({ ms }) => ms),
      how,
    ),
  ]
  const used = pair(({ usedMegabytes }) => usedMegabytes)
  const resident = pair(({ residentMegabytes }) => residentMegabytes)
  const files = pair(({ openFiles }) => openFiles)
  const resources = pair(({ activeResources }) => activeResources)
  const middle = waits(0.5)
  const late = waits(0.99)
  const problems = [
    ...worked.errors,
    ...failures.map((line) => `logged ${line}`),
    ...([first, last].some((of) => of(worked.answered).length * of(samples).length === 0)
      ? ['nothing was seen in one of the two stretches']
      : []),
    ...(Math.min(...resident, ...files) > 0 ? [] : ['memory or files: not measured']),
    ...(grows(used, mostGrowth, 0) ? ['memory in use grows'] : []),
    ...(grows(resident, mostGrowth, 0) ? ['memory of the process grows'] : []),
    ...(grows(files, 1, moreHandles) ? ['open files grow'] : []),
    ...(grows(resources, 1, moreHandles) ? ['active resources grow'] : []),
    ...(grows(middle, mostSlower, slackMs) ? ['answers get slower'] : []),
    ...(grows(late, mostSlower, slackMs * 10) ? ['late answers get later'] : []),
  ]
  const figures = [
    `${worked.errors.length} errors`,
    `memory in use ${told(used)} MB, of the process ${told(resident)} MB`,
    `open files ${told(files, 0)}, active resources ${told(resources, 0)}`,
    `median ${told(middle)} ms, p99 ${told(late)} ms`,
  ].join('; ')
  return {
    fault: `${(length / 60_000).toFixed(1)} minutes of everybody's work`,
    tried: worked.answered.length,
    expected: `0 errors; memory grows by 10 % at most; ${moreHandles} open files and resources more at most; a median of twice + ${slackMs} ms and a p99 of twice + ${10 * slackMs} ms at most`,
    seen: problems.length === 0 ? figures : `${figures}; ${tell(problems)}`,
    holds: problems.length === 0,
  }
}

function grows([before, after]: readonly [number, number], times: number, more: number): boolean {
  return after > before * times + more
}

function told([before, after]: readonly [number, number], digits = 1): string {
  return `${before.toFixed(digits)} → ${after.toFixed(digits)}`
}
