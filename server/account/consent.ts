import { consentEndpoint } from '../../contract/account/consent.ts'
import { actorOf, recordAct } from '../audit/audit.ts'
import { noteUser } from '../database/note-user.ts'
import { bindUser } from '../http/bind.ts'
import type { Services } from '../http/services.ts'

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
