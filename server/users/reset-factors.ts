import { resetFactorsOfOwnUserEndpoint } from '../../contract/users/reset-factors-of-own-user.ts'
import {
  hasNoFactors,
  ownFactors,
  resetFactorsOfUserEndpoint,
} from '../../contract/users/reset-factors-of-user.ts'
import { unknownUser } from '../../contract/users/save-user.ts'
import { setOwnUserStatusEndpoint } from '../../contract/users/set-own-user-status.ts'
import { setUserStatusEndpoint } from '../../contract/users/set-user-status.ts'
import { HttpError } from '../core/http-error.ts'
import { isOneOf } from '../database/search-index.ts'
import type { Database } from '../database/tables/tables.ts'
import { bindChange, bindUser, type Caller } from '../http/bind.ts'
import type { Services } from '../http/services.ts'
import { ownOrganizationOf } from '../organizations/organizations.ts'
import { changeUser, changeUsers } from './change/change-user.ts'
import { lockUser, lockUsers, type UserCondition } from './change/locked-user.ts'
import { isManagedIn, lockOwnUser } from './change/organization-admin.ts'

/**
 * Removes all second factors of a user who has lost them, and ends the user's sessions. The mail also
 * goes to addresses that were the user's until lately: a new address and a reset together could be an
 * attack on the account. The caller has checked that this user may be changed.
 * @throws HttpError 404, 409 for the caller's own factors and for a user without factors
 */
async function resetFactors(
  services: Pick<Services, 'clock' | 'mailDomain'>,
  transaction: Database,
  caller: Caller,
  userId: string,
): Promise<void> {
  // Otherwise a stolen session could remove them without the password.
  if (userId === caller.user.id) throw new HttpError(ownFactors, {})
  const user = await lockUser(transaction, userId)
  const cause = { kind: 'factors-reset', caller } as const
  const changed = await changeUser(services, transaction, user, { factors: 'none' }, cause)
  if (changed.removedFactors === 0) throw new HttpError(hasNoFactors, {})
}

/** POST /admin/users/{id}/factors/reset. */
export function resetFactorsOfUser(services: Services) {
  return bindUser(services, resetFactorsOfUserEndpoint, async ({ id }, caller) => {
    await services.database
      .transaction()
      .execute((transaction) => resetFactors(services, transaction, caller, id))
    return {}
  })
}

/** POST /organization/users/{id}/factors/reset. */
export function resetFactorsOfOwnUser(services: Services) {
  return bindChange(
    services,
    resetFactorsOfOwnUserEndpoint,
    async ({ id }, caller, transaction) => {
      await lockOwnUser(transaction, caller, id)
      await resetFactors(services, transaction, caller, id)
      return {}
    },
  )
}

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
