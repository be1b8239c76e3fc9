import { resetFactorsOfUserEndpoint } from '../../../contract/sign-in/reset-factors-of-user.ts'
import type { Services } from '../../core/services.ts'
import { bindUser } from '../../http/bind.ts'
import { resetFactors } from './reset-factors.ts'

/** POST /admin/users/{id}/factors/reset (A549). */
export function resetFactorsOfUser(services: Services) {
  return bindUser(services, resetFactorsOfUserEndpoint, async ({ id }, caller) => {
    await services.database
      .transaction()
      .execute((transaction) => resetFactors(services, transaction, caller, id))
    return {}
  })
}
