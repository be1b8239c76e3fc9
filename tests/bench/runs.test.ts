import { join } from 'node:path'
import { expect, test } from 'vitest'
import { measureJudge } from '../../tools/bench/judge/measure.ts'
import { barsOf as barsOfJudge, timesTable } from '../../tools/bench/judge/report.ts'
import { measureServer } from '../../tools/bench/server/measure.ts'
import { barsOf, callsTable } from '../../tools/bench/server/report.ts'
import { temporaryFolder } from '../support/temporary-folder.ts'

/* The benches in their smallest size, so that they still run when they are needed. */

test('the bench of the judge measures mails of each size, and other calls with and without them', {
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
  const bars = barsOfJudge(figures)
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

test('the bench of the server measures every call beside a floor that answers the same', {
  timeout: 180_000,
}, async () => {
  await using folder = await temporaryFolder()
  const url = (name: string) => `file:${join(folder.path, name)}`
  const figures = await measureServer({
    large: url('large.db'),
    small: url('small.db'),
    size: { organizations: 20, users: 500, scans: 10_000 },
    rounds: 1,
    roundMs: 50,
    pairsOfSignIns: 2,
    say: () => {},
  })
  const bars = barsOf(figures)
  // Every read call has two bars, the rate and p99.
  expect(bars).toHaveLength(2 * Object.keys(figures.reads).length + 6)
  for (const { name, value } of bars) expect(Number.isFinite(value), name).toBe(true)
  expect(callsTable(figures)).toMatch(/^\| employee dashboard, 50 threats .+\n/m)
  expect(callsTable(figures)).toMatch(/^\| scans, 100 in a request .+$/m)
  expect(callsTable(figures)).toMatch(/^\| reports of rspamd, beside scans, three each .+$/m)
})
