import { join } from 'node:path'
import { expect, test } from 'vitest'
import { measureServer } from '../../bench/server/measure.ts'
import { barsOf, callsTable } from '../../bench/server/report.ts'
import { temporaryFolder } from '../support/temporary-folder.ts'

test('the bench of the server measures every call beside a floor that answers the same', {
  tags: ['A301', 'A410'],
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
