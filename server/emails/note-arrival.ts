import { sql } from 'kysely'
import { LRUCache } from 'lru-cache'
import type { ThreatLevel } from '../../contract/emails/threat-level.ts'
import { atMost } from '../core/background-work.ts'
import { minuteMs } from '../core/clock.ts'
import { isUnavailable } from '../database/drivers/database-error.ts'
import { insertJsonRows, type WriteRows } from '../database/json-rows.ts'
import type { Arrivals } from '../database/tables/mail.ts'
import type { Database } from '../database/tables/tables.ts'
import type { Services } from '../http/services.ts'

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
