import type { Database, Users } from '../database/tables.ts'
import { Refusal } from '../http/refusals.ts'
import { usernameKey } from './people.ts'

/**
 * Nobody is ever overwritten by name (R363).
 * @param id whose own names do not count
 * @throws Refusal 409 that says what is taken
 */
export async function requireFree(
  database: Database,
  { username, email }: Pick<Users, 'username' | 'email'>,
  id: string | undefined,
): Promise<void> {
  const key = usernameKey(username)
  const rows = await database
    .selectFrom('users')
    .select(['id', 'username_key', 'email'])
    .where((column) => column.or([column('username_key', '=', key), column('email', '=', email)]))
    .execute()
  const others = rows.filter((row) => row.id !== id)
  const taken = [
    ...(others.some((row) => row.username_key === key) ? [`the username ${username}`] : []),
    ...(others.some((row) => row.email === email) ? [`the email address ${email}`] : []),
  ]
  if (taken.length > 0) throw new Refusal(409, `Somebody has ${taken.join(' and ')} already`)
}
