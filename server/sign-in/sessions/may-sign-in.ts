import type { ExpressionBuilder } from 'kysely'
import * as v from 'valibot'
import { email } from '../../../contract/core/email.ts'
import { fold } from '../../core/fold.ts'
import { usernameKeys } from '../../database/search-index.ts'
import type { Users } from '../../database/tables/accounts.ts'
import type { Database, Tables } from '../../database/tables/tables.ts'

/**
 * The condition that a user may sign in and use sessions: the user is active, and so is their
 * organization. A suspended organization does not lock out super admins, who run the server.
 */
export function maySignIn(column: ExpressionBuilder<Tables, 'users'>) {
  const suspended = column
    .selectFrom('organizations')
    .select('organizations.id')
    .whereRef('organizations.id', '=', 'users.organization_id')
    .where('organizations.suspended_at', 'is not', null)
  return column.and([
    column('users.is_active', '=', 1),
    column.or([column('users.role', '=', 'super_admin'), column.not(column.exists(suspended))]),
  ])
}

/** The same in a query that joins the user with the organization, where there is one. */
export function maySignInAt(column: ExpressionBuilder<Tables, 'users' | 'organizations'>) {
  return column.and([
    column('users.is_active', '=', 1),
    column.or([
      column('users.role', '=', 'super_admin'),
      column('organizations.suspended_at', 'is', null),
    ]),
  ])
}

/**
 * The condition that a user may not use a password: the organization allows single sign-on only.
 * Super admins run the server and are not locked out of it, and neither is the one user whom the
 * organization names for the day on which its provider is out of order.
 */
export function mustUseSingleSignOn(column: ExpressionBuilder<Tables, 'users'>) {
  return column.and([
    column('users.role', '!=', 'super_admin'),
    column.exists(
      column
        .selectFrom('identity_providers')
        .select('identity_providers.organization_id')
        .whereRef('identity_providers.organization_id', '=', 'users.organization_id')
        .where('identity_providers.mode', '=', 'only')
        .where((provider) =>
          provider.or([
            provider('identity_providers.break_glass_user_id', 'is', null),
            provider('identity_providers.break_glass_user_id', '!=', provider.ref('users.id')),
          ]),
        ),
    ),
  ])
}

export async function isPasswordRefused(database: Database, userId: string): Promise<boolean> {
  const user = await database
    .selectFrom('users')
    .select('users.id')
    .where('users.id', '=', userId)
    .where(mustUseSingleSignOn)
    .executeTakeFirst()
  return user !== undefined
}

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
