import { tmpdir } from 'node:os'
import { expect, test } from 'vitest'
import { startProductionCluster } from '../../bench/capacity/cluster.ts'
import { administer } from '../../bench/capacity/counters.ts'
import { measureSize } from '../../bench/capacity/measure.ts'
import { operations } from '../../bench/capacity/operations.ts'
import { findPostgres } from '../../scripts/find-postgres.ts'

const effort = { rounds: 1, reports: 30, batches: 2, analyses: 10, reads: 30, flags: 30 }

test.skipIf(findPostgres() === undefined)(
  'the bench of capacity measures every operation, and what the scans take on disk',
  { tags: ['A1652'], timeout: 600_000 },
  async () => {
    await using cluster = await startProductionCluster(tmpdir())
    {
      await using administration = await administer(cluster.url('postgres'))
      await administration.run('create database aman')
    }
    const size = await measureSize({
      scans: 10_500,
      url: cluster.url('aman'),
      densities: () => ({ scans_by_time: 0.5 }),
      effort,
      say: () => {},
    })
    for (const name of operations) {
      const cost = size.operations[name]
      for (const [figure, value] of Object.entries(cost)) {
        expect(Number.isFinite(value), `${name}: ${figure}`).toBe(true)
      }
      expect(cost.requestBytes, name).toBeGreaterThan(100)
      expect(cost.blocksHit, name).toBeGreaterThan(0)
    }
    const { report, employeeDashboard } = size.operations
    // A user's first mail after a checkpoint brings pages of the indexes into the log as a whole.
    expect(report.fullPages).toBeGreaterThan(0.5)
    expect(report.walBytes).toBeGreaterThan(employeeDashboard.walBytes)
    expect(size.disk.indexes.scans_by_time?.density).toBeCloseTo(0.5, 1)
    expect(size.disk.table).toBeGreaterThan(100)
    expect(size.deletion.count).toBeGreaterThan(100)
  },
)
