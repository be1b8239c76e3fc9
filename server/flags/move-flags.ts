import { allColumns, insertJsonRows } from '../database/json-rows.ts'
import { organizationKey } from '../database/organization-key.ts'
import type { Flags } from '../database/tables/mail.ts'
import type { Database } from '../database/tables/tables.ts'

const columns = allColumns<Flags>({
  ...{ id: true, user_id: true, organization_id: true, flag_type: true, value: true, reason: true },
  ...{ blocked_count: true, created_at: true, expires_at: true, last_matched_on: true },
  search_text: true,
})

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
  const moved = flags.map((flag) => ({ ...flag, organization_id: organizationKey(to) }))
  await insertJsonRows(database, 'flags', columns, JSON.stringify(moved)).execute(database)
}
