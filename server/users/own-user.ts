import { unknownUser } from '../../contract/users/save-user.ts'
import { HttpError } from '../core/http-error.ts'
import type { Database } from '../database/tables/tables.ts'
import type { Session } from '../http/session.ts'
import { ownOrganizationOf } from '../organizations/organizations.ts'
import { isManagedIn } from './change/organization-admin.ts'

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
