import { tmpdir } from 'node:os'
import { Client } from 'pg'
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
    const { size, bytesOfOrganization } = await measureSize({
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
      expect(cost.amanMs, name).toBeGreaterThan(0)
    }
    const { report, employeeDashboard } = size.operations
    // A user's first mail after a checkpoint brings pages of the indexes into the log as a whole.
    expect(report.fullPages).toBeGreaterThan(0.5)
    expect(report.walBytes).toBeGreaterThan(employeeDashboard.walBytes)
    expect(size.disk.indexes.scans_by_time?.density).toBeCloseTo(0.5, 1)
    expect(size.disk.table).toBeGreaterThan(100)
    expect(bytesOfOrganization.own).toBeGreaterThan(1000)
    expect(bytesOfOrganization.correspondents).toBeGreaterThan(1000)
    expect(size.deletion.count).toBeGreaterThan(100)
  },
)

test.skipIf(findPostgres() === undefined)(
  'the bench of capacity counts what PostgreSQL has done, also in connections that have ended',
  { tags: ['A1652'], timeout: 120_000 },
  async () => {
    await using cluster = await startProductionCluster(tmpdir())
    await using administration = await administer(cluster.url('postgres'))
    const { count, run, settle } = administration
    const worker = new Client({
      connectionString: cluster.url('postgres'),
      application_name: 'aman',
    })
    // It is ended from outside.
    worker.on('error', () => {})
    await worker.connect()
    // The work of others, which end with the statement, would be counted without the worker's own.
    await worker.query('set max_parallel_workers_per_gather = 0')
    const before = await count()
    // 20,000 rows of 1 kB, in some 2,500 blocks.
    await worker.query(
      `create table lines as select repeat(md5(i::text), 30) as text from generate_series(1, 20000) i`,
    )
    await run('checkpoint')
    await worker.query(`update lines set text = 'a' || text`)
    await worker.query(`select count(md5(text)) from lines, generate_series(1, 10)`)
    const running = await count()
    expect(running.cpuMs - before.cpuMs).toBeGreaterThan(50)
    await settle()
    await run('checkpoint')
    await settle()
    const after = await count()
    expect(after.cpuMs).toBeGreaterThanOrEqual(running.cpuMs)
    expect(after.walBytes - before.walBytes).toBeGreaterThan(40e6)
    expect(after.walBytes - before.walBytes).toBeLessThan(200e6)
    expect(after.fullPages - before.fullPages).toBeGreaterThan(2000)
    const looked = after.blocksHit + after.blocksRead - before.blocksHit - before.blocksRead
    expect(looked).toBeGreaterThan(7500)
    expect(after.blocksRead - before.blocksRead).toBeLessThan(looked / 2)
    expect(after.blocksWritten - before.blocksWritten).toBeGreaterThan(4000)
  },
)
