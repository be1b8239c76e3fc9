import { latinSkeleton } from '../../../contract/flags/look-alikes.ts'
import { taken } from '../../../contract/users/save-user.ts'
import { HttpError } from '../../core/http-error.ts'
import { usernameKey } from '../../database/search-index.ts'
import type { Users } from '../../database/tables/accounts.ts'
import type { Database } from '../../database/tables/tables.ts'
import { loginName } from '../../sign-in/sign-in.ts'

interface Wanted extends Pick<Users, 'username' | 'email'> {
  readonly aliases?: readonly string[] | undefined
}

/**
 * Ensures that a user is never overwritten by name (R363), that no new username imitates another, and
 * that no two users share an address, whether it is an email or an alias. Nor may a new name be
 * what another user signs in with: a name that fits two users opens neither.
 * @param id the user whose own names do not count
 * @throws HttpError 409 that names what is taken
 */
export async function requireFree(
  database: Database,
  { username, email, aliases = [] }: Wanted,
  id: string | undefined,
): Promise<void> {
  const key = usernameKey(username)
  // An answer names the email alone where another user's username is the email.
  const emailsToSignIn = loginName(username).emails.filter((address) => address !== email)
  const keyOfEmail = usernameKey(email)
  const skeleton = latinSkeleton(username)
  const addresses = [email, ...aliases]
  const rows = await database
    .selectFrom('users')
    .select(['id', 'username_key', 'look_alike_key', 'email'])
    .where((column) =>
      column.or([
        column('username_key', 'in', [key, keyOfEmail]),
        column('look_alike_key', '=', skeleton),
        column('email', 'in', [...addresses, ...emailsToSignIn]),
      ]),
    )
    .execute()
  const others = rows.filter((row) => row.id !== id)
  const takenAddresses = new Set(others.map((row) => row.email))
  for (const address of await aliasesOfOthers(database, addresses, id)) takenAddresses.add(address)
  const own = rows.find((row) => row.id === id)
  const keepsName = own?.username_key === key
  const isOtherName = own?.email !== email && keyOfEmail !== key
  if (isOtherName && others.some((row) => row.username_key === keyOfEmail))
    takenAddresses.add(email)
  const takenAliases = aliases.filter((address) => takenAddresses.has(address))
  const isTaken = others.some(
    (row) => row.username_key === key || (!keepsName && emailsToSignIn.includes(row.email)),
  )
  const looksTaken = !isTaken && !keepsName && others.some((row) => row.look_alike_key === skeleton)
  const conflicts = {
    ...(isTaken ? { username } : {}),
    ...(looksTaken ? { look_alike: username } : {}),
    ...(takenAddresses.has(email) ? { email } : {}),
    ...(takenAliases.length === 0 ? {} : { aliases: takenAliases }),
  }
  if (Object.keys(conflicts).length > 0) throw new HttpError(taken, conflicts)
}

async function aliasesOfOthers(
  database: Database,
  addresses: readonly string[],
  id: string | undefined,
): Promise<string[]> {
  const rows = await database
    .selectFrom('user_aliases')
    .selectAll()
    .where('address', 'in', addresses)
    .execute()
  return rows.flatMap(({ address, user_id }) => (user_id === id ? [] : [address]))
}
