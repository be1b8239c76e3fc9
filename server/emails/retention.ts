import { sql } from 'kysely'
import type { ThreatLevel } from '../../contract/emails/threat-level.ts'
import { dayMs, isoAfter } from '../core/clock.ts'
import { isUnavailable } from '../database/drivers/database-error.ts'
import { isPostgres } from '../database/engine.ts'
import { dropEndedDays } from '../database/partitions/days.ts'
import { deleteExpired, deleteInChunks } from '../database/retention.ts'
import type { Scans } from '../database/tables/mail.ts'
import type { Database } from '../database/tables/tables.ts'

const retentionDays = 30

/** Rows are deleted 30 days after receipt, except for malicious mail, whose content is not stored. */
export function deleteAfter(level: ThreatLevel, receivedAt: Date): string | null {
  return level === 'malicious' ? null : isoAfter(receivedAt, retentionDays * dayMs)
}

/** Deletes mail but keeps counts and risk. */
export async function deleteExpiredScans(
  database: Database,
  now: Date,
  stop?: AbortSignal,
): Promise<void> {
  await dropEndedDays(database, now, stop)
  if (isPostgres(database)) {
    for (const table of deletedByRows) await deleteByRows(database, table, now, stop)
    return
  }
  await deleteExpired(database, { table: 'scans', date: 'delete_after' }, now, stop)
}

/** The partitions whose mail does not end on one day (decision 0132). */
const deletedByRows = ['scans_suspicious', 'scans_safe_rest'] as const
type ByRows = (typeof deletedByRows)[number]

/**
 * By where the rows lie, which takes half the time of finding each by its id. The end is asked for again, for
 * a row that is changed meanwhile.
 */
function deleteByRows(database: Database, table: ByRows, now: Date, stop?: AbortSignal) {
  const end = now.toISOString()
  return deleteInChunks(async (most) => {
    const { numDeletedRows } = await database
      .withTables<Record<ByRows, Scans>>()
      .deleteFrom(table)
      .where('delete_after', '<=', end)
      .where(
        sql<boolean>`ctid = any (array(
          select ctid from ${sql.table(table)} where delete_after <= ${end} limit ${sql.lit(most)}))`,
      )
      .executeTakeFirstOrThrow()
    return numDeletedRows
  }, stop)
}

/**
 * Frees what deleted rows leave in the partitions; SQLite frees it at once. A partition that is locked is
 * left to the next run, and one that takes longer than a statement may PostgreSQL completes by itself.
 */
export async function vacuumScans(database: Database): Promise<void> {
  if (!isPostgres(database)) return
  for (const table of deletedByRows) {
    // Without the lock against reading that shortening the file takes.
    await sql`vacuum (index_cleanup on, truncate off) ${sql.table(table)}`
      .execute(database)
      .catch((cause: unknown) => {
        if (!isUnavailable(cause)) throw cause
      })
  }
}
