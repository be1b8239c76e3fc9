import { consentEndpoint } from '../../contract/account/consent.ts'
import { actorOf, recordAct } from '../audit/record.ts'
import type { Services } from '../core/services.ts'
import { bindUser } from '../http/bind.ts'

/** POST /users/consent (R350). Repeated calls keep the time of the first consent. */
export function consent(services: Services) {
  return bindUser(services, consentEndpoint, async (_input, caller) => {
    const { id } = caller.user
    await services.database.transaction().execute(async (transaction) => {
      const { numUpdatedRows } = await transaction
        .updateTable('users')
        .set({ consented_at: services.clock().toISOString() })
        .where('id', '=', id)
        .where('consented_at', 'is', null)
        .executeTakeFirstOrThrow()
      if (numUpdatedRows === 0n) return
      await recordAct(services, transaction, actorOf(caller), {
        action: 'consent',
        target: 'user',
        targetId: id,
      })
    })
    return {}
  })
}
