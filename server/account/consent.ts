import { consentEndpoint } from '../../contract/account/consent.ts'
import { actorOf, recordAct } from '../audit/audit.ts'
import { noteUser } from '../database/note-user.ts'
import { bindChange } from '../http/bind.ts'
import type { Services } from '../http/services.ts'

/** POST /users/consent (R350). Repeated calls keep the time of the first consent. */
export function consent(services: Services) {
  return bindChange(services, consentEndpoint, async (_input, caller, transaction) => {
    const { id } = caller.user
    const consented_at = services.clock().toISOString()
    const isFirst = await noteUser(transaction, id, { consented_at }, (column) =>
      column('consented_at', 'is', null),
    )
    if (!isFirst) return {}
    await recordAct(services, transaction, actorOf(caller), {
      action: 'consent',
      target: 'user',
      targetId: id,
    })
    return {}
  })
}
