import type { ExpressionBuilder } from 'kysely'
import { forbidden, unauthorized } from '../../../contract/core/common-errors.ts'
import { mayUse, type Permission } from '../../../contract/core/permissions.ts'
import { unknownUser } from '../../../contract/users/save-user.ts'
import { HttpError } from '../../core/http-error.ts'
import type { Database, Tables, Users } from '../../database/tables/tables.ts'
import { managesOrganization, permittedUser, type Right, type Session } from '../../http/session.ts'
import { ownOrganizationOf } from '../../organizations/organizations.ts'
import { maySignIn } from '../../sign-in/sign-in.ts'

/**
 * The right as it is stored after a change.
 * @param given undefined to leave it as it is
 */
export function rightAfter(
  before: Right | undefined,
  after: Pick<Users, 'role' | 'organization_id'>,
  given: boolean | undefined,
): string | null {
  if (after.role !== 'team_lead') return null
  if (given !== undefined) return given ? after.organization_id : null
  const isSame =
    before !== undefined &&
    managesOrganization(before) &&
    before.organization_id === after.organization_id
  return isSame ? after.organization_id : null
}

/**
 * The condition that an organization admin may manage a user: an employee or a team lead without the right,
 * in the organization. For all others a call answers as if they did not exist.
 */
export function isManagedIn(organizationId: string) {
  return (column: ExpressionBuilder<Tables, 'users'>) =>
    column.and([
      column('users.organization_id', '=', organizationId),
      column('users.removed_at', 'is', null),
      column.or([
        column('users.role', '=', 'employee'),
        column.and([
          column('users.role', '=', 'team_lead'),
          column.or([
            column('users.managed_organization_id', 'is', null),
            column('users.managed_organization_id', '!=', organizationId),
          ]),
        ]),
      ]),
    ])
}

type Manager = Pick<Session['user'], 'role' | 'organization_id' | 'managed_organization_id'>

/**
 * Checks a caller again within the transaction of a call that waited, and of each part of a long one: who
 * is signed out or loses the permission meanwhile does not finish it.
 * @throws HttpError 401 if the session has ended, 403 without the permission, or if it is now for another
 * organization
 */
export async function recheckCaller(
  transaction: Database,
  { tokenHash, user: before }: { readonly tokenHash: string; readonly user: Manager },
  permission: Permission,
): Promise<void> {
  const user = await transaction
    .selectFrom('sessions')
    .innerJoin('users', 'users.id', 'sessions.user_id')
    .select(['users.role', 'users.organization_id', 'users.managed_organization_id'])
    .where('sessions.token_hash', '=', tokenHash)
    .where(maySignIn)
    .executeTakeFirstOrThrow(() => new HttpError(unauthorized, {}))
  const isSame = user.managed_organization_id === before.managed_organization_id
  if (!isSame || !mayUse(permittedUser(user), permission)) throw new HttpError(forbidden, {})
}

/**
 * Locks a user that the caller may manage. All others are one case, found by the same query: neither the
 * answer nor its time tells a user of another organization from an id that does not exist.
 * @throws HttpError 404
 */
export async function lockOwnUser(
  transaction: Database,
  caller: Pick<Session, 'user'>,
  id: string,
): Promise<{ readonly id: string; readonly email: string }> {
  const found = await transaction
    .selectFrom('users')
    .select(['id', 'email'])
    .where('id', '=', id)
    .where(isManagedIn(ownOrganizationOf(caller)))
    .forUpdate()
    .executeTakeFirstOrThrow(() => new HttpError(unknownUser, {}))
  return found
}
