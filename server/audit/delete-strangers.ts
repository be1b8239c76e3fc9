import { dayMs, isoAfter } from '../core/clock.ts'
import type { Limits } from '../core/configuration.ts'
import { deleteInChunks } from '../database/delete-in-chunks.ts'
import type { Database } from '../database/tables/tables.ts'

/**
 * Deletes failed sign-ins with unknown usernames and passkeys: they hold addresses of people without an
 * account, and an attacker can create any number of them.
 */
export async function deleteStrangersSignIns(
  database: Database,
  { failedSignInDays }: Limits,
  now: Date,
  stop?: AbortSignal,
): Promise<void> {
  const end = isoAfter(now, -failedSignInDays * dayMs)
  for (const action of ['failed-sign-in', 'failed-second-factor'] as const) {
    await deleteInChunks(
      (most) =>
        database
          .deleteFrom('audit')
          .where('id', 'in', (query) =>
            query
              .selectFrom('audit')
              .select('id')
              .where('action', '=', action)
              .where('target_id', 'is', null)
              .where('at', '<=', end)
              .limit(most),
          ),
      stop,
    )
  }
}
