import { organizationKey } from '../database/organization-key.ts'
import type { Database } from '../database/tables/tables.ts'

/**
 * Flags follow their user to another organization. Call it after the user's row is locked and changed.
 * They are deleted and inserted, because a table that is split by organization lets no row change it.
 */
export async function moveFlags(
  database: Database,
  userId: string,
  from: string | null,
  to: string | null,
): Promise<void> {
  const flags = await database
    .deleteFrom('flags')
    .where('user_id', '=', userId)
    .where('organization_id', '=', organizationKey(from))
    .returningAll()
    .execute()
  if (flags.length === 0) return
  await database
    .insertInto('flags')
    .values(flags.map((flag) => ({ ...flag, organization_id: organizationKey(to) })))
    .execute()
}
