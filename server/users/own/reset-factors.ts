import { organizationFactorsResetEndpoint } from '../../../contract/endpoints/organization-factors-reset.ts'
import { resetFactors } from '../../accounts/factors/reset-factors.ts'
import type { Services } from '../../core/services.ts'
import { bindUser } from '../../http/bind.ts'
import { lockOwnUser } from './own-user.ts'

/** POST /organization/users/{id}/factors/reset (A677). */
export function resetFactorsOfOwnUser(services: Services) {
  return bindUser(services, organizationFactorsResetEndpoint, async ({ id }, caller) => {
    await services.database.transaction().execute(async (transaction) => {
      await lockOwnUser(transaction, caller, id)
      await resetFactors(services, transaction, caller, id)
    })
    return {}
  })
}
