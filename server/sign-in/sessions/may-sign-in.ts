import type { ExpressionBuilder } from 'kysely'
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
