import { table } from '../../../tests/support/browser/table.ts'
import { median, spread } from '../../../tests/support/server/statistics.ts'
import { number } from '../bar.ts'
import type { PageResult, TouchTimes } from './measure.ts'
import type { Traffic } from './traffic.ts'

const bytesOf = ({ bytes }: Traffic) =>
  `${Object.values(bytes).reduce((sum, value) => sum + value, 0)}`

/** Page and floor side by side. */
export function comparison(results: readonly PageResult[]): string {
  const columns = results.flatMap((page) => [
    { name: page.path, ...page },
    { name: 'floor', ...page.floor },
  ])
  const row = (name: string, cell: (column: (typeof columns)[number]) => string) => [
    name,
    ...columns.map(cell),
  ]
  return table([
    row('', ({ name }) => name),
    ...(['html', 'script', 'style', 'data', 'other'] as const).map((kind) =>
      row(`${kind} at load, B`, ({ visit }) => `${visit.load.bytes[kind]}`),
    ),
    row('requests at load', ({ visit }) => `${visit.load.requests}`),
    row('blocking requests', ({ visit }) => `${visit.blockingRequests}`),
    row('all after scrolling to the end, B', ({ visit }) => bytesOf(visit.scrolled)),
    row('all after touching everything, B', ({ visit }) => bytesOf(visit.touched)),
    row('requests after touching', ({ visit }) => `${visit.touched.requests}`),
    ...(['performance', 'accessibility', 'best-practices', 'seo'] as const).map((name) =>
      row(`Lighthouse ${name}`, ({ lighthouse }) => `${lighthouse.scores[name]}`),
    ),
    row('FCP, ms', ({ lighthouse }) => number(Math.round(lighthouse.metrics.fcpMs))),
    row('LCP, ms', ({ lighthouse }) => number(Math.round(lighthouse.metrics.lcpMs))),
    row('TBT, ms', ({ lighthouse }) => number(Math.round(lighthouse.metrics.tbtMs))),
    row('CLS', ({ lighthouse }) => number(lighthouse.metrics.cls)),
    row('audits that cost points', ({ lighthouse }) => lighthouse.failed.join(' ') || '-'),
  ])
}

/** Each touch beside its floor. */
export function touchTable(touches: TouchTimes): string {
  const row = (name: string, times: readonly number[]) => [
    name,
    String(Math.round(median(times))),
    `${Math.round(spread(times) * 100)} %`,
  ]
  return table([
    ['touch, medians', 'ms', 'spread'],
    row('question, tap to open', touches.question),
    row('question on the floor page', touches.floorQuestion),
    row('form, first touch to alert', touches.form),
    row('the same bytes and an alert alone', touches.floorForm),
  ])
}

/** Where to look when a bar does not hold. */
export function culprits(results: readonly PageResult[]): string {
  return results
    .flatMap(({ path, lighthouse }) => lighthouse.culprits.map((line) => `${path} ${line}`))
    .join('\n')
}
