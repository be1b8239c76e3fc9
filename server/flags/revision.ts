import { newId } from '../database/id.ts'
import type { Database, Place } from '../database/tables/tables.ts'

/** The next end of a flag is looked up when the revision is next read. */
const notLookedUp = ''

/**
 * The revision of the flags that an organization's gateways read. Everything that alters a
 * line of the map changes it in the same transaction, after locking the user's row: a flag added or
 * removed, and a user's address, aliases, activity or organization. A flag that ends alters lines
 * without a write, so the first reader after it changes the revision. A revision is random, so that
 * none comes again after a backup is restored.
 * @returns undefined if nothing has changed yet
 */
export async function readFlagRevision(
  { database, clock }: Place,
  organizationId: string,
): Promise<string | undefined> {
  const row = await database
    .selectFrom('flag_revisions')
    .select(['revision', 'next_expiry_at'])
    .where('organization_id', '=', organizationId)
    .executeTakeFirst()
  if (row === undefined || isCurrentRevision(row, clock())) return row?.revision
  return database
    .transaction()
    .execute((transaction) => renew({ database: transaction, clock }, organizationId))
}

/** Whether no flag has ended since. */
export function isCurrentRevision(
  { next_expiry_at: end }: { next_expiry_at: string | null },
  now: Date,
): boolean {
  return end === null || end > now.toISOString()
}

/** Looks up when the next flag ends. Two readers agree on it, because the row is locked. */
async function renew({ database, clock }: Place, organizationId: string): Promise<string> {
  const row = await database
    .selectFrom('flag_revisions')
    .select(['revision', 'next_expiry_at'])
    .where('organization_id', '=', organizationId)
    .forUpdate()
    .executeTakeFirstOrThrow()
  const now = clock()
  if (isCurrentRevision(row, now)) return row.revision
  const next = await database
    .selectFrom('flags')
    .innerJoin('users', 'users.id', 'flags.user_id')
    .select('flags.expires_at')
    .where('users.organization_id', '=', organizationId)
    .where('flags.organization_id', '=', organizationId)
    .where('flags.expires_at', '>', now.toISOString())
    .orderBy('flags.expires_at')
    .limit(1)
    .executeTakeFirst()
  const revision = row.next_expiry_at === notLookedUp ? row.revision : newId()
  await database
    .updateTable('flag_revisions')
    .set({ revision, next_expiry_at: next?.expires_at ?? null })
    .where('organization_id', '=', organizationId)
    .execute()
  return revision
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
    .values(
      // Sorted, so that concurrent changes lock rows in the same order.
      [...ids].toSorted().map((id) => ({
        organization_id: id,
        revision: newId(),
        next_expiry_at: notLookedUp,
        // A flag alters no address; it costs that those of one organization are read again.
        addresses_revision: newId(),
      })),
    )
    .onConflict((conflict) =>
      conflict.column('organization_id').doUpdateSet(({ ref }) => ({
        revision: ref('excluded.revision'),
        next_expiry_at: ref('excluded.next_expiry_at'),
        addresses_revision: ref('excluded.addresses_revision'),
      })),
    )
    .execute()
}

/** For a new user, whose addresses are in the map of domains, and who has no flags yet. */
export async function changeAddressesRevision(
  database: Database,
  organizationId: string,
): Promise<void> {
  const addresses_revision = newId()
  await database
    .insertInto('flag_revisions')
    .values({
      organization_id: organizationId,
      revision: newId(),
      next_expiry_at: notLookedUp,
      addresses_revision,
    })
    .onConflict((conflict) =>
      conflict.column('organization_id').doUpdateSet({ addresses_revision }),
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
