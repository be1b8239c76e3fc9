import type { ThreatLevel } from '../../contract/fields/threat-level.ts'
import { dayMs, isoAfter } from '../core/clock.ts'
import { deleteInChunks } from '../database/delete-in-chunks.ts'
import type { Database } from '../database/tables.ts'

const retentionDays = 30

/** When a mail's row goes: 30 days after it was received; of malicious mail no content was kept. */
export function deleteAfter(level: ThreatLevel, receivedAt: Date): string | null {
  return level === 'malicious' ? null : isoAfter(receivedAt, retentionDays * dayMs)
}

/** Counts and risk stay. */
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
