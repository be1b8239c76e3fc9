import type { ExpressionBuilder } from 'kysely'
import type { Tables } from '../../database/tables/tables.ts'

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
