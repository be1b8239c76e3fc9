import { limitBytesOf } from '../../scripts/site/page-budgets.ts'
import { slow4g } from '../../tests/support/browser/phone.ts'
import { table } from '../../tests/support/browser/table.ts'
import { spread } from '../../tests/support/server/statistics.ts'
import { type Bar, number } from '../bar.ts'
import type { DashboardResult, LargeResult } from './measure.ts'
import type { Growth } from './memory.ts'
import type { Openings } from './opening.ts'
import { type Start, type StartName, startNames } from './start.ts'
import type { ThreatTimes } from './threats.ts'
import type { Typing } from './typing.ts'

const megabytes = (bytes: number) => (bytes / 1e6).toFixed(1)
const whole = (value: number) => String(Math.round(value))

/** Each start of each dashboard beside its floors. */
export function comparisons(results: readonly DashboardResult[]): string[] {
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

export function largeLists({ floor, flags, users, scrolling }: LargeResult): string {
  const keys = Object.keys(flags.keyMs)
  const typed = (name: string, typing: Typing) => [
    name,
    ...keys.map((key) => whole(typing.keyMs[key] ?? Number.NaN)),
    whole(typing.slowestMs),
  ]
  const typing = table([
    ['key to painted result, ms', ...keys, 'slowest'],
    typed('floor', floor),
    typed('flags', flags),
    typed('users', users),
  ])
  const scrolled = table([
    ['scrolling users', 'processor', 'frames', 'over 50 ms', 'longest, ms'],
    ...scrolling.map(({ way, rate, frames, longFrames, longestMs }) => [
      `by ${way}`,
      rate === 1 ? 'as it is' : `${rate} times slower`,
      ...[frames, longFrames, longestMs].map(whole),
    ]),
  ])
  return `${typing}\n\n${scrolled}`
}

/** What opens from a dashboard, and how fast it answers keys. */
export function openingsTable({ runs, ...medians }: Openings): string {
  const of = (name: keyof typeof medians) => [
    whole(medians[name]),
    `${Math.round(spread(runs.map((run) => run[name])) * 100)} %`,
  ]
  return table([
    ['on a slow phone', 'median, ms', 'spread'],
    ["'See all' to the first message", ...of('messagesMs')],
    ['key in the search of messages', ...of('messageKeyMs')],
    ['Ctrl K to the field', ...of('searchMs')],
    ['key in the search from anywhere', ...of('searchKeyMs')],
  ])
}

/** What is done on dashboards that have been started. */
export interface Visits {
  readonly openings: Openings
  readonly growth: Growth
  readonly threats: ThreatTimes
}

const longestKey = ({ keyMs }: Typing) => Math.max(...Object.values(keyMs))

/** Of the floor's content in the same start; a sign-in is held to the line alone. */
const limits = {
  'first visit': { figures: 0.8, content: 1.05 },
  'next morning': { figures: 0.6, content: 1 },
} as const

/** After the answer of a sign-in: one round trip of the line, and what a phone takes to show figures. */
const signedInLimitMs = slow4g.latency + 200

export function barsOfStarts(results: readonly DashboardResult[]): Bar[] {
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

export function barsOfUse(large: LargeResult, { openings, growth, threats }: Visits): Bar[] {
  return [
    { name: "'See all' opens", value: openings.messagesMs, limit: 1000, unit: 'ms' },
    { name: 'key in the search of messages', value: openings.messageKeyMs, limit: 100, unit: 'ms' },
    { name: 'Ctrl K opens', value: openings.searchMs, limit: 100, unit: 'ms' },
    {
      name: 'key in the search from anywhere',
      value: openings.searchKeyMs,
      limit: 100,
      unit: 'ms',
    },
    {
      name: 'typing over flags, slowest key',
      value: longestKey(large.flags),
      limit: 100,
      unit: 'ms',
      floorSpread: spread(large.floor.roundsMs),
    },
    {
      name: 'typing over users, slowest key',
      value: longestKey(large.users),
      limit: 100,
      unit: 'ms',
      floorSpread: spread(large.floor.roundsMs),
    },
    ...large.scrolling.map(({ way, rate, longFrames }): Bar => {
      const name = `scrolling users by ${way}, processor / ${rate}, frames over 50 ms`
      return { name, value: longFrames, limit: rate === 1 ? 0 : 8 }
    }),
    {
      name: 'heap after 200 screens and 50 dialogs, more by',
      value: growth.growthBytes / 1e6,
      limit: 5,
      unit: 'MB',
    },
    {
      name: 'answer of 3,000 threats to the first of them painted',
      value: threats.firstMs,
      limit: 1000,
      unit: 'ms',
    },
  ]
}
