import { taken } from '../../contract/endpoints/admin-users-save.ts'
import { latinSkeleton } from '../../contract/fields/look-alikes.ts'
import type { Database, Users } from '../database/tables.ts'
import { HttpError } from '../http/http-error.ts'
import { usernameKey } from './users.ts'

/**
 * Ensures that a user is never overwritten by name (R363) and that no new username imitates another.
 * @param id the user whose own names do not count
 * @throws HttpError 409 that names what is taken
 */
export async function requireFree(
  database: Database,
  { username, email }: Pick<Users, 'username' | 'email'>,
  id: string | undefined,
): Promise<void> {
  const key = usernameKey(username)
  const skeleton = latinSkeleton(username)
  const rows = await database
    .selectFrom('users')
    .select(['id', 'username_key', 'look_alike_key', 'email'])
    .where((column) =>
      column.or([
        column('username_key', '=', key),
        column('look_alike_key', '=', skeleton),
        column('email', '=', email),
      ]),
    )
    .execute()
  const others = rows.filter((row) => row.id !== id)
  const keepsName = rows.some((row) => row.id === id && row.username_key === key)
  const isTaken = others.some((row) => row.username_key === key)
  const looksTaken = !isTaken && !keepsName && others.some((row) => row.look_alike_key === skeleton)
  const conflicts = {
    ...(isTaken ? { username } : {}),
    ...(looksTaken ? { look_alike: username } : {}),
    ...(others.some((row) => row.email === email) ? { email } : {}),
  }
  if (Object.keys(conflicts).length > 0) throw new HttpError(taken, conflicts)
}
