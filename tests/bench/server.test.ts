import { join } from 'node:path'
import { expect, test } from 'vitest'
import { measureServer } from '../../bench/server/measure.ts'
import { barsOf, barsTable, readsTable } from '../../bench/server/report.ts'
import { temporaryFolder } from '../support/temporary-folder.ts'

test('the bench of the server measures it beside a floor that answers the same', async () => {
  await using folder = await temporaryFolder()
  const url = (name: string) => `file:${join(folder.path, name)}`
  const figures = await measureServer({
    large: url('large.db'),
    small: url('small.db'),
    size: { organizations: 20, people: 2000, scans: 20_000 },
    rounds: 1,
    roundMs: 50,
    pairsOfLogins: 2,
    say: () => {},
  })
  const bars = barsOf(figures)
  expect(bars).toHaveLength(9)
  for (const { what, value } of bars) expect(value, what).toBeGreaterThan(0)
  expect(barsTable(bars).split('\n')).toHaveLength(11)
  expect(readsTable(figures)).toContain('| employee dashboard, 50 threats |')
}, 60_000)
