import { prepare } from '../database/drivers/prepare.ts'
import { isInList } from '../database/search-index.ts'
import type { Database } from '../database/tables/tables.ts'

const findAliases = prepare((database, named: (name: 'userIds') => string) =>
  database
    .selectFrom('user_aliases')
    .select(['user_id', 'address'])
    .where(isInList(database, 'user_id', named('userIds'))),
)

/** @returns the aliases of each user who has some, sorted */
export async function readAliases(
  database: Database,
  userIds: readonly string[],
): Promise<ReadonlyMap<string, readonly string[]>> {
  if (userIds.length === 0) return new Map()
  const rows = await findAliases(database, { userIds: JSON.stringify(userIds) })
  const byUser = Map.groupBy(rows, ({ user_id }) => user_id)
  return new Map(
    [...byUser].map(([id, aliases]) => [id, aliases.map(({ address }) => address).toSorted()]),
  )
}

/**
 * Replaces a user's aliases. The caller makes sure that no other user has one of the addresses, and
 * changes the revision of the flags.
 */
export async function writeAliases(
  database: Database,
  userId: string,
  aliases: readonly string[],
): Promise<void> {
  await database.deleteFrom('user_aliases').where('user_id', '=', userId).execute()
  if (aliases.length === 0) return
  const rows = aliases.map((address) => ({ address, user_id: userId }))
  await database.insertInto('user_aliases').values(rows).execute()
}

/** Each alias once, sorted, and without the user's own address. */
export function aliasesBeside(email: string, aliases: readonly string[]): readonly string[] {
  return [...new Set(aliases)].filter((address) => address !== email).toSorted()
}
