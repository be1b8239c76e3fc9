import { newId } from '../database/id.ts'
import type { Database } from '../database/tables.ts'

/**
 * The revision of the flags that an organization's gateways read (A422). Everything that alters a
 * line of the map changes it in the same transaction, after locking the user's row: a flag added or
 * removed, and a user's address, aliases, activity or organization. A revision is random, so that
 * none comes again after a backup is restored.
 * @returns undefined if nothing has changed yet
 */
export async function readFlagRevision(
  database: Database,
  organizationId: string,
): Promise<string | undefined> {
  const row = await database
    .selectFrom('flag_revisions')
    .select('revision')
    .where('organization_id', '=', organizationId)
    .executeTakeFirst()
  return row?.revision
}

/** @param organizationIds null for a user without one, who is in no map */
export async function changeFlagRevisions(
  database: Database,
  organizationIds: readonly (string | null)[],
): Promise<void> {
  const ids = new Set(organizationIds.filter((id) => id !== null))
  if (ids.size === 0) return
  await database
    .insertInto('flag_revisions')
    // Sorted, so that concurrent changes lock rows in the same order.
    .values([...ids].toSorted().map((id) => ({ organization_id: id, revision: newId() })))
    .onConflict((conflict) =>
      conflict
        .column('organization_id')
        .doUpdateSet({ revision: ({ ref }) => ref('excluded.revision') }),
    )
    .execute()
}

/**
 * Locks the user until the transaction ends, so that no concurrent move of the user leaves the change
 * to the wrong organization. Call it before the flags are written.
 * @returns the user's organization
 */
export async function lockOwnerOfFlags(database: Database, userId: string): Promise<string | null> {
  const user = await database
    .selectFrom('users')
    .select('organization_id')
    .where('id', '=', userId)
    .forShare()
    .executeTakeFirst()
  return user?.organization_id ?? null
}
