import { resetFactorsOfOwnUserEndpoint } from '../../contract/users/reset-factors-of-own-user.ts'
import { bindChange } from '../http/bind.ts'
import type { Services } from '../http/services.ts'
import { resetFactors } from './change/reset-factors.ts'
import { lockOwnUser } from './own-user.ts'

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
