import { mixesScripts } from '../../../contract/flags/look-alikes.ts'
import { invalidField } from '../../core/http-error.ts'
import { usernameKey } from '../../database/search-index.ts'
import type { Database } from '../../database/tables/tables.ts'

/**
 * Returns the username to store. A new username is normalized (NFKC) and must be in one script without
 * invisible characters. A username from before these rules is kept.
 * @throws HttpError 422
 */
export async function acceptUsername(
  database: Database,
  given: string,
  id: string | undefined,
): Promise<string> {
  if (id !== undefined && (await keyOf(database, id)) === usernameKey(given)) return given
  return acceptNewUsername(given)
}

/** @throws HttpError 422 */
export function acceptNewUsername(given: string): string {
  const username = given.normalize('NFKC')
  if (/[\p{C}\p{Default_Ignorable_Code_Point}]/u.test(username)) {
    throw invalidField('username', 'invisible_character', {})
  }
  if (mixesScripts(username)) {
    throw invalidField('username', 'mixed_scripts', {})
  }
  return username
}

async function keyOf(database: Database, id: string): Promise<string | undefined> {
  const row = await database
    .selectFrom('users')
    .select('username_key')
    .where('id', '=', id)
    .executeTakeFirst()
  return row?.username_key
}
