import { slow4g } from '../../../tests/support/browser/phone.ts'
import { table } from '../../../tests/support/browser/table.ts'
import { spread } from '../../../tests/support/server/statistics.ts'
import { limitBytesOf } from '../../scripts/site/page-budgets.ts'
import { type Bar, number } from '../bar.ts'
import type { DashboardResult, TypingResult } from './measure.ts'
import type { ScrollingResult } from './scrolling.ts'
import { type Start, type StartName, startNames } from './start.ts'

const whole = (value: number) => String(Math.round(value))

function comparison(name: StartName, results: readonly DashboardResult[]): string {
  const columns = results
    .filter(({ start }) => start === name)
    .flatMap(({ dashboard, page, floor, ideal }) => [
      { name: dashboard.page, start: page },
      { name: 'floor', start: floor },
      { name: 'by hand', start: ideal },
    ])
  const row = (title: string, cell: (start: Start) => string) => [
    title,
    ...columns.map(({ start }) => cell(start)),
  ]
  return table([
    [name, ...columns.map((column) => column.name)],
    row('JS, B', ({ scriptBytes }) => whole(scriptBytes)),
    row('requests made twice', ({ doubled }) => whole(doubled)),
    row('first figures painted, ms', ({ figuresMs }) => whole(figuresMs)),
    row('content painted, ms', ({ paintedMs }) => whole(paintedMs)),
    row('interactive, ms', ({ interactiveMs }) => whole(interactiveMs)),
    row('layout shift', ({ layoutShift }) => number(layoutShift)),
  ])
}

/** The measurements of a run; with options it is a part. */
interface Measured {
  readonly results?: readonly DashboardResult[]
  readonly growthBytes?: number
  readonly typing?: TypingResult
  readonly scrolling?: readonly ScrollingResult[]
}

export function tablesOf({ results }: Measured): string[] {
  return results ? startNames.map((name) => comparison(name, results)) : []
}

export function barsOf({ results, growthBytes, typing, scrolling }: Measured): Bar[] {
  const growth: Bar = {
    name: 'heap after 200 screens and 50 dialogs, more by',
    value: (growthBytes ?? 0) / 1e6,
    limit: 5,
    unit: 'MB',
  }
  return [
    ...(results ?? []).flatMap(barsOfStart),
    ...(typing ? barsOfTyping(typing) : []),
    ...(scrolling ?? []).map(({ way, rate, longFrames }) => {
      const name = `scrolling users by ${way}, processor / ${rate}, frames over 50 ms`
      return { name, value: longFrames, limit: rate === 1 ? 0 : 8 }
    }),
    ...(growthBytes === undefined ? [] : [growth]),
  ]
}

/** After the answer of a sign-in: one round trip of the line, and what a phone takes to show figures. */
const signedInLimitMs = slow4g.latency + 200

function barsOfStart({ dashboard, start, page, floor, ideal, runs }: DashboardResult): Bar[] {
  const title = `${dashboard.page}, ${start}:`
  const floorSpread = spread(runs.floor.map(({ paintedMs }) => paintedMs))
  const bar = (name: string, value: number, limit: number, more: Partial<Bar> = {}): Bar => {
    return { name: `${title} ${name}`, value, limit, ...more }
  }
  const ofFloor = (name: string, ms: number, floorMs: number, limit: number) =>
    bar(`${name}, times the floor`, ms / floorMs, limit, { floorSpread })
  const beside = () => [
    ofFloor('all content', page.paintedMs, floor.paintedMs, start === 'first visit' ? 1.05 : 1),
    ofFloor('ready for input', page.interactiveMs, floor.interactiveMs, 1.1),
  ]
  // The next morning a browser has kept both pages, and the one round trip of each is most of its time.
  const ofStart: Readonly<Record<StartName, () => Bar[]>> = {
    'first visit': () => [
      ofFloor('first figures', page.figuresMs, floor.paintedMs, 0.8),
      ...beside(),
      bar('JS before content', page.scriptBytes, limitBytesOf(dashboard.name), { unit: 'B' }),
    ],
    'next morning': beside,
    'after sign-in': () => [bar('first figures', page.figuresMs, signedInLimitMs, { unit: 'ms' })],
  }
  return [
    ...ofStart[start](),
    bar('first figures, times those by hand', page.figuresMs / ideal.figuresMs, 1.15, {
      floorSpread: spread(runs.ideal.map(({ figuresMs }) => figuresMs)),
    }),
    bar('requests made twice', page.doubled, 0),
    bar('layout shift', page.layoutShift, 0),
  ]
}

function barsOfTyping({ floor, flags, users }: TypingResult): Bar[] {
  return Object.entries({ flags, users }).map(([name, { keyMs }]) => ({
    name: `typing over ${name}, slowest key`,
    value: keyMs,
    limit: 100,
    unit: 'ms',
    floorSpread: spread(floor.roundsMs),
  }))
}
