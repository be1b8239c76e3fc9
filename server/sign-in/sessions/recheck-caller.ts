import { forbidden, unauthorized } from '../../../contract/core/common-errors.ts'
import { mayUse, type Permission } from '../../../contract/core/permissions.ts'
import { HttpError } from '../../core/http-error.ts'
import type { Database } from '../../database/tables/tables.ts'
import type { Session } from '../../http/session.ts'
import { permittedUser } from '../../http/session.ts'
import { maySignIn } from './may-sign-in.ts'

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
