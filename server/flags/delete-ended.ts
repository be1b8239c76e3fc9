import { deleteInChunks } from '../database/delete-in-chunks.ts'
import type { Database } from '../database/tables/tables.ts'

/** They have been in no list, verdict or map since they ended, so that the revision stays. */
export function deleteEndedFlags(database: Database, now: Date, stop?: AbortSignal): Promise<void> {
  return deleteInChunks(
    (most) =>
      database
        .deleteFrom('flags')
        .where('id', 'in', (query) =>
          query
            .selectFrom('flags')
            .select('id')
            .where('expires_at', '<=', now.toISOString())
            .limit(most),
        ),
    stop,
  )
}

/** Deletes a user's flags that have ended, so that none is a conflict for a new one. */
export async function deleteEndedOf(
  database: Database,
  organizationId: string,
  userId: string,
  now: Date,
): Promise<void> {
  await database
    .deleteFrom('flags')
    .where('user_id', '=', userId)
    .where('organization_id', '=', organizationId)
    .where('expires_at', '<=', now.toISOString())
    .execute()
}
