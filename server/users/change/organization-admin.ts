import type { ExpressionBuilder } from 'kysely'
import type { Users } from '../../database/tables/accounts.ts'
import type { Tables } from '../../database/tables/tables.ts'
import { managesOrganization, type Right } from '../../http/session.ts'

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
