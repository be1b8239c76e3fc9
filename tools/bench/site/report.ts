import { table } from '../../../tests/support/browser/table.ts'
import { median, spread } from '../../../tests/support/server/statistics.ts'
import { number } from '../bar.ts'
import type { Scored } from './lighthouse.ts'
import type { TouchTimes } from './touch.ts'
import type { Traffic, Visit, Visited } from './traffic.ts'

const bytesOf = ({ bytes }: Traffic) =>
  `${Object.values(bytes).reduce((sum, value) => sum + value, 0)}`

/** Page and floor side by side. */
export function comparison(
  scored: readonly Scored[],
  visited: Readonly<Record<string, Visited>> | undefined,
): string {
  const columns = scored.flatMap(({ path, page, floor }) => [
    { name: path, run: page, visit: visited?.[path]?.page },
    { name: 'floor', run: floor, visit: visited?.[path]?.floor },
  ])
  const row = (name: string, cell: (column: (typeof columns)[number]) => string) => [
    name,
    ...columns.map(cell),
  ]
  const visitRow = (name: string, cell: (visit: Visit) => string | number) =>
    row(name, ({ visit }) => String(visit && cell(visit)))
  const ofVisits = [
    ...(['html', 'script', 'style', 'data', 'other'] as const).map((kind) =>
      visitRow(`${kind} at load, B`, ({ load }) => load.bytes[kind]),
    ),
    visitRow('requests at load', ({ load }) => load.requests),
    visitRow('blocking requests', ({ blockingRequests }) => blockingRequests),
    visitRow('all after scrolling to the end, B', ({ scrolled }) => bytesOf(scrolled)),
    visitRow('all after touching everything, B', ({ touched }) => bytesOf(touched)),
    visitRow('requests after touching', ({ touched }) => touched.requests),
  ]
  return table([
    row('', ({ name }) => name),
    ...(visited === undefined ? [] : ofVisits),
    ...(['performance', 'accessibility', 'best-practices', 'seo'] as const).map((name) =>
      row(`Lighthouse ${name}`, ({ run }) => `${run.scores[name]}`),
    ),
    row('FCP, ms', ({ run }) => number(Math.round(run.metrics.fcpMs))),
    row('LCP, ms', ({ run }) => number(Math.round(run.metrics.lcpMs))),
    row('TBT, ms', ({ run }) => number(Math.round(run.metrics.tbtMs))),
    row('CLS', ({ run }) => number(run.metrics.cls)),
  ])
}

/** Each touch beside its floor. */
export function touchTable(touches: readonly TouchTimes[]): string {
  const row = (name: string, times: readonly number[]) => [
    name,
    String(Math.round(median(times))),
    `${Math.round(spread(times) * 100)} %`,
  ]
  return table([
    ['touch, medians', 'ms', 'spread'],
    ...touches.flatMap(({ name, ms, floorName, floorMs }) => [
      row(name, ms),
      row(floorName, floorMs),
    ]),
  ])
}

/** Audits that cost points and the elements that they name: where to look when a bar does not hold. */
export function culprits(scored: readonly Scored[]): string {
  const lines = scored.flatMap(({ path, page }) => page.culprits.map((line) => `${path} ${line}`))
  return lines.length === 0 ? 'No audit cost points.' : lines.join('\n')
}
