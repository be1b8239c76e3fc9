import { unknownUser } from '../../contract/users/save-user.ts'
import { setOwnUserStatusEndpoint } from '../../contract/users/set-own-user-status.ts'
import { setUserStatusEndpoint } from '../../contract/users/set-user-status.ts'
import { HttpError } from '../core/http-error.ts'
import { isOneOf } from '../database/search-index.ts'
import { bindUser, type Caller } from '../http/bind.ts'
import type { Services } from '../http/services.ts'
import { ownOrganizationOf } from '../organizations/organizations.ts'
import { changeUsers } from './change/change-user.ts'
import { lockUsers, type UserCondition } from './change/locked-user.ts'
import { isManagedIn } from './change/organization-admin.ts'

/** POST /admin/users/status: all users are changed, or none. */
export function setUserStatus(services: Services) {
  return bindUser(services, setUserStatusEndpoint, async ({ ids, is_active }, caller) => ({
    changed: await changeStatus(services, caller, ids, is_active, (column) => column.and([])),
  }))
}

/**
 * @param isChangeable the users that the caller may change; all others are answered as unknown
 * @returns how many users were changed
 * @throws HttpError 404, 409 for the last active super admin
 */
function changeStatus(
  services: Services,
  caller: Caller,
  ids: readonly string[],
  is_active: boolean,
  isChangeable: UserCondition,
): Promise<number> {
  const wanted = [...new Set(ids)]
  return services.database.transaction().execute(async (transaction) => {
    const users = await lockUsers(transaction, (column) =>
      column.and([isOneOf(transaction, 'id', wanted), isChangeable(column)]),
    )
    if (users.length < wanted.length) throw new HttpError(unknownUser, {})
    const others = users.filter(({ row }) => (row.is_active === 1) !== is_active)
    const after = { is_active: is_active ? 1 : 0 } as const
    await changeUsers(services, transaction, others, after, { kind: 'edit', caller })
    return others.length
  })
}

/** POST /organization/users/status. The caller has the right and is thus no such user. */
export function setOwnUserStatus(services: Services) {
  return bindUser(services, setOwnUserStatusEndpoint, async ({ ids, is_active }, caller) => {
    const isManaged = isManagedIn(ownOrganizationOf(caller))
    return { changed: await changeStatus(services, caller, ids, is_active, isManaged) }
  })
}
