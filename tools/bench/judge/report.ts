import { table } from '../../../tests/support/browser/table.ts'
import { quantile, spread } from '../../../tests/support/server/statistics.ts'
import type { Bar } from '../bar.ts'
import type { JudgeFigures, Window } from './measure.ts'
import type { Answered } from './open-loop.ts'

const sizes = [
  { name: 'small', words: 'mails ≤ 50 kB' },
  { name: 'medium', words: 'mails ≤ 1 MB' },
  { name: 'large', words: 'mails of 10 MB' },
] as const
const others = ['session check', 'employee dashboard'] as const

export function barsOf({ calm, loaded, overload }: JudgeFigures): Bar[] {
  const mails = loaded.flatMap((it) => it.mails)
  const named = (...names: readonly string[]) => mails.filter((it) => names.includes(it.name))
  const p99 = (answers: readonly Answered[]) => quantile(timesOf(answers), 0.99)
  const full = overload.mails.filter(({ status }) => status === 503)
  return [
    { name: 'mails ≤ 1 MB: p99', value: p99(named('small', 'medium')), limit: 100, unit: 'ms' },
    { name: 'mails of 10 MB: p99', value: p99(named('large')), limit: 1000, unit: 'ms' },
    ...others.map((name): Bar => {
      const inCalm = calm.map((window) => timesOf(othersIn(window, name)))
      const inLoad = loaded.flatMap((window) => timesOf(othersIn(window, name)))
      return {
        name: `${name}: p99 beside mails, times calm`,
        value: quantile(inLoad, 0.99) / quantile(inCalm.flat(), 0.99),
        limit: 1.5,
        floorSpread: spread(inCalm.map((times) => quantile(times, 0.95))),
      }
    }),
    {
      name: 'answers other than 200, beside the mix',
      value: loaded.flatMap((it) => [...it.mails, ...it.others]).filter(isOther).length,
      limit: 0,
    },
    {
      name: 'overload: mails put off with 503 and Retry-After',
      value: full.filter(({ retryAfter }) => retryAfter !== null).length,
      limit: 1,
      isAtLeast: true,
    },
    {
      name: 'overload: other answers than 200, and 503 without Retry-After',
      value: [
        ...overload.mails.filter((it) => isOther(it) && it.status !== 503),
        ...full.filter(({ retryAfter }) => retryAfter === null),
        ...overload.others.filter(isOther),
      ].length,
      limit: 0,
    },
  ]
}

const isOther = ({ status }: Answered) => status !== 200
const timesOf = (answers: readonly Answered[]) => answers.map(({ ms }) => ms)
const othersIn = (window: Window, name: string) =>
  window.others.filter((answer) => answer.name === name)

export function timesTable({ calm, loaded, overload }: JudgeFigures): string {
  const line = (words: string, answers: readonly Answered[]) => {
    const times = timesOf(answers)
    const shown = [0.5, 0.95, 0.99, 1].map((part) => quantile(times, part).toFixed(1))
    return [words, String(times.length), ...shown]
  }
  const mails = loaded.flatMap((it) => it.mails)
  const judged = overload.mails.filter((it) => !isOther(it))
  const of = (windows: readonly Window[], name: string) =>
    windows.flatMap((window) => othersIn(window, name))
  return table([
    ['', 'answers', 'p50 ms', 'p95 ms', 'p99 ms', 'slowest ms'],
    ...sizes.map(({ name, words }) =>
      line(
        words,
        mails.filter((it) => it.name === name),
      ),
    ),
    ...others.flatMap((name) => [
      line(`${name}, calm`, of(calm, name)),
      line(`${name}, beside mails`, of(loaded, name)),
      line(`${name}, overload`, of([overload], name)),
    ]),
    line('mails judged in overload', judged),
    line('mails put off in overload', overload.mails.filter(isOther)),
  ])
}
