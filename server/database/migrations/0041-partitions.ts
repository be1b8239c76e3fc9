import { sql } from 'kysely'
import { isPostgres } from '../engine.ts'
import type { Database } from '../tables/tables.ts'
import { copyBatch, copyInBatches, makeCopy } from './0041-partitions-copy.ts'
import { takePreparationLock } from './preparation.ts'

/**
 * Splits mail by level, and safe mail by the day of its end (decision 0132), on PostgreSQL. The copy was made
 * before (decision 0126), so that here it only takes the place of the table.
 */
export async function up(database: Database): Promise<void> {
  if (!isPostgres(database)) return
  await takePreparationLock(database)
  await sql`lock table scans in access exclusive mode`.execute(database)
  for (let isComplete = false; !isComplete; ) isComplete = await copyBatch(database)
  for (const text of [
    'drop table scans',
    'drop function mirror_scan',
    'drop table scans_split_progress',
    'alter table scans_split rename to scans',
    'alter index scans_split_by_time rename to scans_by_time',
  ]) {
    await sql.raw(text).execute(database)
  }
}

/** Makes the copy, which may be killed and begun again, while servers of 0.2.0 or later write. */
export async function prepare(database: Database): Promise<void> {
  if (!isPostgres(database)) return
  await makeCopy(database)
  await copyInBatches(database)
}
