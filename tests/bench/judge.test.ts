import { join } from 'node:path'
import { expect, test } from 'vitest'
import { measureJudge } from '../../bench/judge/measure.ts'
import { barsOf, timesTable } from '../../bench/judge/report.ts'
import { temporaryFolder } from '../support/temporary-folder.ts'

test('the bench of the judge measures mails of each size, and other calls with and without them', {
  tags: ['A1430'],
  timeout: 180_000,
}, async () => {
  await using folder = await temporaryFolder()
  const figures = await measureJudge({
    database: `file:${join(folder.path, 'judge.db')}`,
    windows: 1,
    windowSeconds: 3,
    mailsPerSecond: 20,
    scans: 10_000,
    burst: { perSecond: 2000, seconds: 1 },
  })
  const bars = barsOf(figures)
  for (const { name, value } of bars) expect(Number.isFinite(value), name).toBe(true)
  const valueIn = (text: string) => bars.find(({ name }) => name.startsWith(text))?.value
  expect(valueIn('overload: other answers')).toBe(0)
  const mails = figures.loaded.flatMap((window) => window.mails)
  // Whether a slow machine has to refuse some of them is for the bench to say.
  for (const { status } of mails) expect([200, 503]).toContain(status)
  expect(mails.map(({ status }) => status)).toContain(200)
  const shares = Object.groupBy(mails, ({ name }) => name)
  expect(shares.small?.length).toBe(54)
  expect(shares.medium?.length).toBe(5)
  expect(shares.large?.length).toBe(1)
  expect(timesTable(figures)).toMatch(/^\| employee dashboard, beside mails +\| +60 /m)
})

test('a bar of the judge compares other calls beside mails with calm ones', {
  tags: ['A1430'],
}, () => {
  const answer = (name: string, ms: number, status = 200, retryAfter: string | null = null) => ({
    name,
    ms,
    status,
    retryAfter,
  })
  const others = (ms: number) => [answer('session check', ms), answer('employee dashboard', 2 * ms)]
  const bars = barsOf({
    calm: [{ mails: [], others: others(2) }],
    loaded: [
      {
        mails: [answer('small', 10), answer('medium', 120), answer('large', 900)],
        others: [...others(5), answer('session check', 1, 500)],
      },
    ],
    overload: {
      mails: [answer('small', 1, 503, '1'), answer('small', 1, 503), answer('small', 1, 502)],
      others: [],
    },
    coldMs: 1,
    peakMemoryMb: 1,
    cpuMsPerMail: 1,
  })
  expect(bars.map(({ value, limit }) => [value, limit])).toEqual([
    [120, 100],
    [900, 1000],
    [2.5, 1.5],
    [2.5, 1.5],
    [1, 0],
    [1, 1],
    [2, 0],
  ])
})
