import { type Bar, holds, type Rate } from './figures.ts'
import type { ServerFigures } from './measure.ts'

export function barsOf({
  reads,
  growth,
  firstPage,
  scansPerSecond,
  strangers,
}: ServerFigures): Bar[] {
  const dashboards = Object.entries(reads).filter(([name]) => name.startsWith('employee'))
  return [
    ...dashboards.flatMap(([name, { server, floor }]): Bar[] => [
      atLeast(
        `${name}: requests per second against the floor`,
        server.perSecond / floor.perSecond,
        0.6,
      ),
      atMost(`${name}: p99 at 32 connections, ms`, server.p99Ms, 50),
    ]),
    atMost(
      'employee dashboard: cost with all the data against 10,000 scans',
      growth.small.perSecond / growth.large.perSecond,
      1.5,
    ),
    atMost('first page of people, ms', firstPage.p50Ms, 20),
    atLeast('scans per second, one in a request', scansPerSecond.single, 1000),
    atLeast('scans per second, 100 in a request', scansPerSecond.inBatches, 10_000),
    atMost(
      'sign-in: known against unknown, ms',
      Math.abs(strangers.knownMs - strangers.unknownMs),
      5,
    ),
  ]
}

function atLeast(what: string, value: number, limit: number): Bar {
  return { what, value, limit, isAtLeast: true }
}

function atMost(what: string, value: number, limit: number): Bar {
  return { what, value, limit, isAtLeast: false }
}

export function readsTable({ reads }: ServerFigures): string {
  const cells = ({ perSecond, p50Ms, p99Ms, cpuUs }: Rate) => [
    perSecond.toFixed(0),
    p50Ms.toFixed(1),
    p99Ms.toFixed(1),
    cpuUs?.toFixed(0) ?? '-',
  ]
  const measured = ['p50 ms', 'p99 ms', 'CPU µs']
  return table([
    ['32 connections', 'requests/s', ...measured, 'floor/s', ...measured, 'ratio'],
    ...Object.entries(reads).map(([name, { server, floor }]) => [
      name,
      ...cells(server),
      ...cells(floor),
      (server.perSecond / floor.perSecond).toFixed(2),
    ]),
  ])
}

export function barsTable(bars: readonly Bar[]): string {
  return table([
    ['bar', 'measured', 'limit', ''],
    ...bars.map((bar) => [
      bar.what,
      bar.value.toFixed(bar.value < 100 ? 2 : 0),
      `${bar.isAtLeast ? '>=' : '<='} ${bar.limit}`,
      holds(bar) ? 'holds' : 'FAILS',
    ]),
  ])
}

export function othersTable(figures: ServerFigures): string {
  const { firstPage, loginsPerSecond, strangers, startMs, peakMemoryMb } = figures
  return table([
    ['besides', 'measured'],
    ['first page of people, p99 ms', firstPage.p99Ms.toFixed(1)],
    ['sign-ins per second', loginsPerSecond.toFixed(1)],
    ['sign-in of somebody known, ms', strangers.knownMs.toFixed(1)],
    ['sign-in of somebody unknown, ms', strangers.unknownMs.toFixed(1)],
    ['start, ms', startMs.toFixed(0)],
    ['most memory, MB', peakMemoryMb?.toFixed(0) ?? 'not told by this system'],
  ])
}

function table([head = [], ...rows]: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`
  return [line(head), line(head.map(() => '---')), ...rows.map(line)].join('\n')
}
