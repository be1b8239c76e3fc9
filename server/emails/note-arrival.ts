import { sql } from 'kysely'
import { LRUCache } from 'lru-cache'
import type { ThreatLevel } from '../../contract/emails/threat-level.ts'
import { atMost } from '../core/background-work.ts'
import { dayMs, isoAfter, minuteMs } from '../core/clock.ts'
import { isUnavailable } from '../database/drivers/database-error.ts'
import { insertJsonRows, isPostgres, type WriteRows } from '../database/json-rows.ts'
import { dropEndedDays } from '../database/partitions/days.ts'
import { deleteExpired, deleteInChunks } from '../database/retention.ts'
import type { Arrivals, Database, Scans } from '../database/tables/tables.ts'
import type { Services } from '../http/services.ts'

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

/**
 * Notes that an organization's gateway made a readable report, also one without mail to its users.
 * Writes at most once a minute; each server keeps its own memory.
 * @param remembered the number of organizations; beyond it the oldest is written again
 */
export function createReportNotes(
  services: Pick<Services, 'database' | 'clock'>,
  remembered = 10_000,
): Services['noteReport'] {
  const lastNotes = new LRUCache<string, number>(atMost(remembered))
  return async (organizationId) => {
    const now = services.clock()
    const last = lastNotes.peek(organizationId)
    // The absolute value, so that a clock that was set back does not hide reports for longer.
    if (last !== undefined && Math.abs(now.getTime() - last) < minuteMs) return
    // Before the first await, so that only one of several concurrent reports writes.
    lastNotes.set(organizationId, now.getTime())
    try {
      await writeReport(services.database, organizationId, now)
    } catch (cause) {
      lastNotes.delete(organizationId)
      // If the database accepts no writes, the report itself fails.
      if (!isUnavailable(cause)) throw cause
    }
  }
}

async function writeReport(database: Database, organizationId: string, now: Date): Promise<void> {
  const at = now.toISOString()
  await database
    .insertInto('arrivals')
    .values({
      organization_id: organizationId,
      first_report_at: at,
      last_report_at: at,
      first_message_at: null,
      last_message_at: null,
      last_level: null,
      silent_since: null,
    })
    .onConflict((conflict) =>
      conflict.column('organization_id').doUpdateSet({ last_report_at: at, silent_since: null }),
    )
    .execute()
}

/** The arrival of a report that brought mail to its organization's users. */
export function arrivalOf(organizationId: string, now: Date, lastLevel: ThreatLevel): Arrivals {
  const at = now.toISOString()
  return {
    organization_id: organizationId,
    first_report_at: at,
    last_report_at: at,
    first_message_at: at,
    last_message_at: at,
    last_level: lastLevel,
    silent_since: null,
  }
}

const columns = [
  'organization_id',
  'first_report_at',
  'last_report_at',
  'first_message_at',
  'last_message_at',
  'last_level',
] as const satisfies readonly (keyof Arrivals)[]

/** @param json `Arrivals` of reports with mail */
export function noteMessages(database: Database, json: string): WriteRows {
  return sql`${insertJsonRows(database, 'arrivals', columns, json)}
    on conflict (organization_id) do update set last_report_at = excluded.last_report_at,
    last_message_at = excluded.last_message_at, last_level = excluded.last_level, silent_since = null,
    first_message_at = case when arrivals.last_message_at is null then excluded.first_message_at
      else arrivals.first_message_at end`
}
