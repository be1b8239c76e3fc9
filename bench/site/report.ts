import { type Bar, holds } from './bars.ts'
import type { PageResult } from './measure.ts'
import type { Traffic } from './traffic.ts'

/** Small ones, a layout shift for instance, with two digits that say something. */
export const number = (value: number) => {
  if (Number.isInteger(value)) return String(value)
  return value < 1 ? value.toPrecision(2) : value.toFixed(value < 10 ? 2 : 0)
}

export function table(rows: readonly (readonly string[])[]): string {
  const widths = rows[0]?.map((_, column) =>
    Math.max(...rows.map((row) => row[column]?.length ?? 0)),
  )
  return rows
    .map((row) =>
      row
        .map((cell, column) =>
          column === 0 ? cell.padEnd(widths?.[0] ?? 0) : cell.padStart(widths?.[column] ?? 0),
        )
        .join('  '),
    )
    .join('\n')
}

const bytesOf = ({ bytes }: Traffic) =>
  `${Object.values(bytes).reduce((sum, value) => sum + value, 0)}`

/** Page and floor side by side. */
export function comparison(results: readonly PageResult[]): string {
  const columns = results.flatMap((page) => [
    { name: page.path, ...page },
    { name: 'floor', touchMs: page.touchMs, ...page.floor },
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
    row('question, tap to open, ms', ({ name, touchMs }) =>
      touchMs === undefined
        ? '-'
        : number(Math.round(name === 'floor' ? touchMs.floorQuestion : touchMs.question)),
    ),
    row('audits that cost points', ({ lighthouse }) => lighthouse.failed.join(' ') || '-'),
  ])
}

export function verdict(bars: readonly Bar[]): string {
  return table([
    ['bar', 'measured', '', 'limit', ''],
    ...bars.map((bar) => [
      bar.name,
      `${number(bar.value)}${bar.unit && ` ${bar.unit}`}`,
      bar.isAtLeast ? '>=' : '<=',
      `${bar.limit}${bar.unit && ` ${bar.unit}`}`,
      holds(bar) ? 'holds' : 'FAILS',
    ]),
  ])
}

/** Where to look when a bar does not hold. */
export function culprits(results: readonly PageResult[]): string {
  return results
    .flatMap(({ path, lighthouse }) => lighthouse.culprits.map((line) => `${path} ${line}`))
    .join('\n')
}
