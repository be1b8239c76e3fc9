import { consentEndpoint } from '../../contract/account/consent.ts'
import { actorOf, recordAct } from '../audit/record.ts'
import type { Services } from '../core/services.ts'
import { bindUser } from '../http/bind.ts'
import { noteUser } from '../users/note-user.ts'

/** POST /users/consent (R350). Repeated calls keep the time of the first consent. */
export function consent(services: Services) {
  return bindUser(services, consentEndpoint, async (_input, caller) => {
    const { id } = caller.user
    await services.database.transaction().execute(async (transaction) => {
      const consented_at = services.clock().toISOString()
      const isFirst = await noteUser(transaction, id, { consented_at }, (column) =>
        column('consented_at', 'is', null),
      )
      if (!isFirst) return
      await recordAct(services, transaction, actorOf(caller), {
        action: 'consent',
        target: 'user',
        targetId: id,
      })
    })
    return {}
  })
}
