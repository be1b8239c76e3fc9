import type { ExpressionBuilder } from 'kysely'
import { unknownUser } from '../../../contract/users/save-user.ts'
import { HttpError } from '../../core/http-error.ts'
import type { Users } from '../../database/tables/accounts.ts'
import type { Database, Tables } from '../../database/tables/tables.ts'
import { managesOrganization, type Right, type Session } from '../../http/session.ts'
import { ownOrganizationOf } from '../../organizations/organizations.ts'

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
