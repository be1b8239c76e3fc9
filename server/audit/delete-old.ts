import { dayMs, isoAfter } from '../core/clock.ts'
import type { Limits } from '../core/configuration.ts'
import { deleteInChunks } from '../database/delete-in-chunks.ts'
import type { Database } from '../database/tables/tables.ts'

/** Deletes entries that are older than the operator keeps them. */
export async function deleteOldEntries(
  database: Database,
  { auditDays }: Limits,
  now: Date,
  stop?: AbortSignal,
): Promise<void> {
  if (auditDays === 0) return
  await deleteInChunks(
    (most) =>
      database.deleteFrom('audit').where('id', 'in', (query) =>
        query
          .selectFrom('audit')
          .select('id')
          .where('at', '<=', isoAfter(now, -auditDays * dayMs))
          .orderBy('at')
          .limit(most),
      ),
    stop,
  )
}
