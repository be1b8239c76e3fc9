import { removeFlagEndpoint, unknownFlag } from '../../contract/flags/remove-flag.ts'
import { removeFlagsEndpoint } from '../../contract/flags/remove-flags.ts'
import { actorOf, recordAct } from '../audit/audit.ts'
import { HttpError } from '../core/http-error.ts'
import { organizationKey } from '../database/organization-key.ts'
import { isOneOf } from '../database/search-index.ts'
import { bindChange } from '../http/bind.ts'
import type { Services } from '../http/services.ts'
import { isActive } from './ended-flags.ts'
import { changeFlagRevisions, lockOwnerOfFlags } from './revision.ts'
import { teachUndone } from './teaching.ts'

/** DELETE /flags/remove/{id} (R343, R356). Another user's flag gets the same 404 as an unknown one. */
export function removeFlag(services: Services) {
  return bindChange(services, removeFlagEndpoint, async ({ id }, caller, transaction) => {
    const organizationId = await lockOwnerOfFlags(transaction, caller.user.id)
    const removed = await transaction
      .deleteFrom('flags')
      .where('id', '=', id)
      .where('user_id', '=', caller.user.id)
      .where('organization_id', '=', organizationKey(organizationId))
      .where(isActive(services.clock().toISOString()))
      .returning(['flag_type', 'value'])
      .execute()
    if (removed.length === 0) throw new HttpError(unknownFlag, {})
    await teachUndone(services, transaction, caller, organizationId, removed)
    await recordAct(services, transaction, actorOf(caller), {
      action: 'flag-remove',
      target: 'flag',
      targetId: id,
    })
    await changeFlagRevisions(transaction, [organizationId])
    return {}
  })
}

/** POST /flags/remove. */
export function removeFlags(services: Services) {
  return bindChange(services, removeFlagsEndpoint, async ({ ids }, caller, transaction) => {
    const now = services.clock().toISOString()
    const organizationId = await lockOwnerOfFlags(transaction, caller.user.id)
    const removed = await transaction
      .deleteFrom('flags')
      .where(isOneOf(transaction, 'id', ids))
      .where('user_id', '=', caller.user.id)
      .where('organization_id', '=', organizationKey(organizationId))
      .where(isActive(now))
      .returning(['id', 'flag_type', 'value'])
      .execute()
    if (removed.length === 0) return { removed: [] }
    await teachUndone(services, transaction, caller, organizationId, removed)
    for (const { id } of removed) {
      await recordAct(services, transaction, actorOf(caller), {
        action: 'flag-remove',
        target: 'flag',
        targetId: id,
      })
    }
    await changeFlagRevisions(transaction, [organizationId])
    return { removed: removed.map(({ id }) => id) }
  })
}
