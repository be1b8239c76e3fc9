import { resetFactorsOfUserEndpoint } from '../../contract/users/reset-factors-of-user.ts'
import { bindUser } from '../http/bind.ts'
import type { Services } from '../http/services.ts'
import { resetFactors } from './change/reset-factors.ts'

/** POST /admin/users/{id}/factors/reset. */
export function resetFactorsOfUser(services: Services) {
  return bindUser(services, resetFactorsOfUserEndpoint, async ({ id }, caller) => {
    await services.database
      .transaction()
      .execute((transaction) => resetFactors(services, transaction, caller, id))
    return {}
  })
}
