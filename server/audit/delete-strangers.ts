import { dayMs, isoAfter } from '../core/clock.ts'
import type { Limits } from '../core/configuration.ts'
import { deleteInChunks } from '../database/delete-in-chunks.ts'
import type { Database } from '../database/tables.ts'

/**
 * Failed sign-ins with unknown usernames: they hold the addresses of people who have no account, and
 * a stranger can make as many as they like.
 */
export function deleteStrangersSignIns(
  database: Database,
  { failedSignInDays }: Limits,
  now: Date,
  stop?: AbortSignal,
): Promise<void> {
  return deleteInChunks(
    (most) =>
      database.deleteFrom('audit').where('id', 'in', (query) =>
        query
          .selectFrom('audit')
          .select('id')
          .where('action', '=', 'failed-sign-in')
          .where('target_id', 'is', null)
          .where('at', '<=', isoAfter(now, -failedSignInDays * dayMs))
          .limit(most),
      ),
    stop,
  )
}
