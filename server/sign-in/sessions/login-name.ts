import type { ExpressionBuilder } from 'kysely'
import * as v from 'valibot'
import { email } from '../../../contract/core/email.ts'
import { fold } from '../../core/fold.ts'
import { usernameKeys } from '../../database/search-index.ts'
import type { Tables, Users } from '../../database/tables/tables.ts'

/** A typed name of a user: the username or the email, compared as usernames are. */
interface LoginName {
  /** The last one is that without invisible characters. */
  readonly usernameKeys: readonly string[]
  readonly emails: readonly string[]
}

export function loginName(typed: string): LoginName {
  // Also as it was typed, because a stored email keeps characters that a key does not have.
  const addresses = [typed, fold(typed)].map((text) => v.safeParse(email, text))
  return {
    usernameKeys: usernameKeys(typed),
    emails: addresses.flatMap(({ success, output }) => (success ? [output] : [])),
  }
}

/** The condition that a user has this name; two users may, if one has the other's email as username. */
export function hasLoginName({ usernameKeys, emails }: LoginName) {
  return (column: ExpressionBuilder<Tables, 'users'>) =>
    column.or([
      column('users.username_key', 'in', usernameKeys),
      ...(emails.length > 0 ? [column('users.email', 'in', emails)] : []),
    ])
}

export function isLoginName(
  name: LoginName,
  { username_key, email: address }: Pick<Users, 'username_key' | 'email'>,
): boolean {
  return name.usernameKeys.includes(username_key) || name.emails.includes(address)
}
