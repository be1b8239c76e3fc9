import { dayMs, isoAfter } from '../core/clock.ts'
import type { Limits } from '../core/configuration.ts'
import { deleteInChunks } from '../database/delete-in-chunks.ts'
import type { Database } from '../database/tables/tables.ts'

/**
 * Deletes failed sign-ins with unknown usernames: they hold addresses of people without an account,
 * and an attacker can create any number of them.
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
