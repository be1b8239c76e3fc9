import { slow4g } from '../../../tests/support/browser/phone.ts'
import { table } from '../../../tests/support/browser/table.ts'
import { spread } from '../../../tests/support/server/statistics.ts'
import { limitBytesOf } from '../../scripts/site/page-budgets.ts'
import { type Bar, number } from '../bar.ts'
import type { DashboardResult, TypingResult } from './measure.ts'
import type { Growth } from './memory.ts'
import type { ScrollingResult } from './scrolling.ts'
import { type Start, type StartName, startNames } from './start.ts'
import type { Typing } from './typing.ts'

const megabytes = (bytes: number) => (bytes / 1e6).toFixed(1)
const whole = (value: number) => String(Math.round(value))

/** Each start of each dashboard beside its floors. */
function comparisons(results: readonly DashboardResult[]): string[] {
  return startNames.map((name) =>
    comparison(
      name,
      results.filter(({ start }) => start === name),
    ),
  )
}

function comparison(name: StartName, results: readonly DashboardResult[]): string {
  const columns = results.flatMap(({ dashboard, page, floor, ideal }) => [
    { name: dashboard.path, start: page },
    { name: 'floor', start: floor },
    { name: 'by hand', start: ideal },
  ])
  const row = (title: string, cell: (start: Start) => string) => [
    title,
    ...columns.map(({ start }) => cell(start)),
  ]
  return table([
    [name, ...columns.map((column) => column.name)],
    row('HTML, B', ({ bytes }) => whole(bytes.html)),
    row('JS, B', ({ bytes }) => whole(bytes.script)),
    row('CSS (in the HTML), B', ({ bytes }) => whole(bytes.style)),
    row('data, B', ({ bytes }) => whole(bytes.data)),
    row('requests', ({ requests }) => whole(requests)),
    row('requests made twice', ({ doubled }) => whole(doubled)),
    row('first paint, ms', ({ frameMs }) => whole(frameMs)),
    row('first figures painted, ms', ({ figuresMs }) => whole(figuresMs)),
    row('content painted, ms', ({ paintedMs }) => whole(paintedMs)),
    row('interactive, ms', ({ interactiveMs }) => whole(interactiveMs)),
    row('blocking time, ms', ({ blockingMs }) => whole(blockingMs)),
    row('layout shift', ({ layoutShift }) => number(layoutShift)),
    row('JS heap after collection, MB', ({ heapBytes }) => megabytes(heapBytes)),
  ])
}

function typingTable({ floor, flags, users }: TypingResult): string {
  const keys = Object.keys(flags.keyMs)
  const typed = (name: string, typing: Typing) => [
    name,
    ...keys.map((key) => whole(typing.keyMs[key] ?? Number.NaN)),
    whole(typing.slowestMs),
  ]
  return table([
    ['key to painted result, ms', ...keys, 'slowest'],
    typed('floor', floor),
    typed('flags', flags),
    typed('users', users),
  ])
}

/** Medians, and each run's long frames. */
function scrollingTable(scrolling: readonly ScrollingResult[]): string {
  return table([
    ['scrolling users', 'processor', 'frames', 'over 50 ms', 'in each run', 'longest, ms'],
    ...scrolling.map(({ way, rate, frames, longFrames, longestMs, runs }) => [
      `by ${way}`,
      rate === 1 ? 'as it is' : `${rate} times slower`,
      whole(frames),
      whole(longFrames),
      runs.map((run) => run.longFrames).join(', '),
      whole(longestMs),
    ]),
  ])
}

/** The measurements of a run; with options it is a part. */
interface Measured {
  readonly results?: readonly DashboardResult[]
  readonly growth?: Growth
  readonly typing?: TypingResult
  readonly scrolling?: readonly ScrollingResult[]
}

export function tablesOf({ results, typing, scrolling }: Measured): string[] {
  return [
    ...(results ? comparisons(results) : []),
    ...(typing ? [typingTable(typing)] : []),
    ...(scrolling ? [scrollingTable(scrolling)] : []),
  ]
}

export function barsOf({ results, growth, typing, scrolling }: Measured): Bar[] {
  return [
    ...(results ? barsOfStarts(results) : []),
    ...(typing ? barsOfTyping(typing) : []),
    ...(scrolling ? barsOfScrolling(scrolling) : []),
    ...(growth ? [barOfGrowth(growth)] : []),
  ]
}

const longestKey = ({ keyMs }: Typing) => Math.max(...Object.values(keyMs))

/** Compared with the floor's content in the same start; a sign-in is held to the line alone. */
const limits = {
  'first visit': { figures: 0.8, content: 1.05 },
  'next morning': { figures: 0.6, content: 1 },
} as const

/** After the answer of a sign-in: one round trip of the line, and what a phone takes to show figures. */
const signedInLimitMs = slow4g.latency + 200

function barsOfStarts(results: readonly DashboardResult[]): Bar[] {
  return results.flatMap(({ dashboard, start, page, floor, ideal, runs }): Bar[] => {
    const title = `${dashboard.path}, ${start}:`
    const ofFloor = (
      name: string,
      of: 'figuresMs' | 'paintedMs' | 'interactiveMs',
      limit: number,
    ) => ({
      name: `${title} ${name}, times the floor`,
      value: page[of] / floor[of === 'figuresMs' ? 'paintedMs' : of],
      limit,
      floorSpread: spread(runs.floor.map(({ paintedMs }) => paintedMs)),
    })
    const byHand = {
      name: `${title} first figures, times those by hand`,
      value: page.figuresMs / ideal.figuresMs,
      limit: 1.15,
      floorSpread: spread(runs.ideal.map(({ figuresMs }) => figuresMs)),
    }
    return [
      ...(start === 'after sign-in'
        ? [
            {
              name: `${title} first figures`,
              value: page.figuresMs,
              limit: signedInLimitMs,
              unit: 'ms',
            },
          ]
        : [
            ofFloor('first figures', 'figuresMs', limits[start].figures),
            ofFloor('all content', 'paintedMs', limits[start].content),
            ofFloor('ready for input', 'interactiveMs', 1.1),
          ]),
      byHand,
      ...(start === 'first visit'
        ? [
            {
              name: `${title} JS before content`,
              value: page.bytes.script,
              limit: limitBytesOf(dashboard.name),
              unit: 'B',
            },
          ]
        : []),
      { name: `${title} requests made twice`, value: page.doubled, limit: 0 },
      { name: `${title} layout shift`, value: page.layoutShift, limit: 0 },
    ]
  })
}

function barsOfTyping({ floor, flags, users }: TypingResult): Bar[] {
  return Object.entries({ flags, users }).map(([name, typing]) => ({
    name: `typing over ${name}, slowest key`,
    value: longestKey(typing),
    limit: 100,
    unit: 'ms',
    floorSpread: spread(floor.roundsMs),
  }))
}

function barOfGrowth({ growthBytes }: Growth): Bar {
  const name = 'heap after 200 screens and 50 dialogs, more by'
  return { name, value: growthBytes / 1e6, limit: 5, unit: 'MB' }
}

function barsOfScrolling(scrolling: readonly ScrollingResult[]): Bar[] {
  return scrolling.map(({ way, rate, longFrames }) => {
    const name = `scrolling users by ${way}, processor / ${rate}, frames over 50 ms`
    return { name, value: longFrames, limit: rate === 1 ? 0 : 8 }
  })
}
