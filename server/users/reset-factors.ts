import { resetFactorsOfOwnUserEndpoint } from '../../contract/users/reset-factors-of-own-user.ts'
import {
  hasNoFactors,
  ownFactors,
  resetFactorsOfUserEndpoint,
} from '../../contract/users/reset-factors-of-user.ts'
import { HttpError } from '../core/http-error.ts'
import type { Database } from '../database/tables/tables.ts'
import { bindChange, bindUser, type Caller } from '../http/bind.ts'
import type { Services } from '../http/services.ts'
import { changeUser } from './change/change-user.ts'
import { lockUser } from './change/locked-user.ts'
import { lockOwnUser } from './change/organization-admin.ts'

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
