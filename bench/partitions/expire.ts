import { sql } from 'kysely'
import { dayMs, hourMs } from '../../server/core/clock.ts'
import type { Database } from '../../server/database/tables/tables.ts'
import { deleteExpiredScans, vacuumScans } from '../../server/emails/retention.ts'
import { quantile } from '../../tests/support/server/statistics.ts'
import type { Load, Loader } from '../server/load.ts'

/**
 * How the employee dashboard answers in the hour after the earliest day with mail, when it is expired, and
 * what is left of that. The hours before have deleted their suspicious mail.
 */
export async function expireUnderLoad(database: Database, loader: Loader, load: Load) {
  const { rows } = await sql<{ first: string }>`select min(delete_after) as first
    from scans where threat_level = 'safe'`.execute(database)
  const now = new Date(Date.parse(rows[0]?.first.slice(0, 10) ?? '') + dayMs)
  const { rows: before } = await sql<{ ended: number }>`select count(*) as ended
    from scans where delete_after <= ${now.toISOString()}`.execute(database)
  await deleteExpiredScans(database, new Date(now.getTime() - hourMs))
  await loader.load(load)
  const calm = await loader.load(load)
  const during = loader.load(load)
  const startMs = performance.now()
  await deleteExpiredScans(database, now)
  const expiryMs = performance.now() - startMs
  await vacuumScans(database)
  const vacuumMs = performance.now() - startMs - expiryMs
  const loaded = await during
  await sql`create extension if not exists pgstattuple`.execute(database)
  const { rows: dead } = await sql<{ dead: number }>`select sum(dead_tuple_count) as dead
    from pg_partition_tree('scans'), pgstattuple(relid) where isleaf`.execute(database)
  const { rows: after } = await sql<{ ended: number }>`select count(*) as ended
    from scans where delete_after <= ${now.toISOString()}`.execute(database)
  return {
    mails: Number(before[0]?.ended),
    left: Number(after[0]?.ended),
    expiryMs,
    vacuumMs,
    deadRows: Number(dead[0]?.dead),
    calmP99Ms: quantile(calm.latenciesMs, 0.99),
    duringP99Ms: quantile(loaded.latenciesMs, 0.99),
  }
}
