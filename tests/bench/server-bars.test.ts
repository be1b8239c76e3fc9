import { expect, test } from 'vitest'
import { barsOf } from '../../tools/bench/server/report.ts'

const rate = (perSecond: number, latencyMs: number) => ({
  perSecond,
  spread: 0.1,
  p50Ms: latencyMs,
  p99Ms: 2 * latencyMs,
  cpuUs: 100,
})

test('a bar of the server compares it with its floor, and holds it to a limit', () => {
  const slower = { server: rate(50, 30), floor: rate(100, 10) }
  const unnoticed = { server: rate(50, 25), floor: rate(100, 10) }
  const figures = {
    engine: 'SQLite' as const,
    reads: {
      'employee dashboard, 50 threats': slower,
      'employee dashboard, a few threats': slower,
      'own messages': slower,
      'own messages, search of a tenth of all': unnoticed,
      'own flags': slower,
      'session check': slower,
      'team dashboard': slower,
      'admin dashboard': slower,
      'first 50 of all users': slower,
      'search of an operator, rare': slower,
      'search of an operator, common': unnoticed,
      'first 50 organizations': slower,
    },
    growth: { large: rate(50, 1), small: rate(100, 1) },
    firstPage: slower,
    writes: { 'scans, one in a request': slower, 'scans, 100 in a request': slower },
    rspamd: { reports: rate(60, 1), scans: rate(100, 1) },
    signInsPerSecond: 5,
    strangers: { knownMs: 110, unknownMs: 100, spread: 0.1 },
    startMs: 1,
    peakMemoryMb: 1,
  }
  const bars = barsOf(figures)
  const found = bars.map(({ name, value, limit, isAtLeast = false }) => {
    return [name.replace(/:.*(times|p99).*/, ' $1'), value, isAtLeast ? '>=' : '<=', limit]
  })
  expect(found).toEqual(
    expect.arrayContaining([
      ['own flags times', 0.5, '>=', 0.6],
      ['session check times', 0.5, '>=', 0.65],
      ['first 50 of all users times', 0.5, '>=', 0.65],
      ['scans, one in a request times', 0.5, '>=', 0.25],
      ['scans, 100 in a request times', 0.5, '>=', 0.35],
      ['first page of users, alone, times the floor', 3, '<=', 2],
      ['sign-in: known against unknown, part of the wait', 0.1, '<=', 0.1],
    ]),
  )
  const values = (text: string) =>
    bars.filter(({ name }) => name.includes(text)).map(({ value, limit }) => [value, limit])
  expect(values('own flags: p99')).toEqual([[3, 1.5]])
  // Searches: 50 ms, or 1.5 times the query alone.
  expect(values('own messages: p99')).toEqual([[3, 1.5]])
  expect(values('own messages, search of a tenth of all: p99')).toEqual([[50, 50]])
  expect(values('operator, rare: p99')).toEqual([[3, 1.5]])
  expect(values('operator, common: p99')).toEqual([[50, 50]])
  expect(values('reports of rspamd')).toEqual([[0.6, 0.8]])
  expect(values('cost with all the data')).toEqual([[2, 1.5]])

  const onPostgres = barsOf({
    ...figures,
    engine: 'PostgreSQL',
    reads: { ...figures.reads, 'own flags': unnoticed },
  })
  const limitOf = (text: string) => onPostgres.find(({ name }) => name.startsWith(text))?.limit
  expect(limitOf('session check: requests')).toBe(0.6)
  expect(limitOf('session check: p99')).toBe(1.5)
  expect(limitOf('own flags: p99')).toBe(50)
})
