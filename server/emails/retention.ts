import type { ThreatLevel } from '../../contract/emails/threat-level.ts'
import { dayMs, isoAfter } from '../core/clock.ts'
import { deleteInChunks } from '../database/delete-in-chunks.ts'
import type { Database } from '../database/tables/tables.ts'

const retentionDays = 30

/** Rows are deleted 30 days after receipt, except for malicious mail, whose content is not stored. */
export function deleteAfter(level: ThreatLevel, receivedAt: Date): string | null {
  return level === 'malicious' ? null : isoAfter(receivedAt, retentionDays * dayMs)
}

/** Deletes rows but keeps counts and risk. */
export function deleteExpiredScans(
  database: Database,
  now: Date,
  stop?: AbortSignal,
): Promise<void> {
  return deleteInChunks(
    (most) =>
      database
        .deleteFrom('scans')
        .where('id', 'in', (query) =>
          query
            .selectFrom('scans')
            .select('id')
            .where('delete_after', '<=', now.toISOString())
            .limit(most),
        ),
    stop,
  )
}
