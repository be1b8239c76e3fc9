import { expireKeyEndpoint } from '../../../contract/gateways/expire-key.ts'
import { unknownGatewayKey } from '../../../contract/gateways/gateway-key.ts'
import { actorOf, recordAct } from '../../audit/audit.ts'
import { HttpError } from '../../core/http-error.ts'
import { bindChange } from '../../http/bind.ts'
import type { Services } from '../../http/services.ts'
import { requireConfirmedEnd, requireFuture } from './given-key.ts'

/** POST /admin/organizations/{organization_id}/gateway-keys/{id}/expiry. */
export function expireKey(services: Services) {
  const { clock } = services
  return bindChange(services, expireKeyEndpoint, async (input, caller, transaction) => {
    const { organization_id, id, expires_at } = input
    requireFuture(expires_at, clock())
    const before = await transaction
      .selectFrom('gateway_keys')
      .select('expires_at')
      .where('id', '=', id)
      .where('organization_id', '=', organization_id)
      .where('revoked_at', 'is', null)
      .forUpdate()
      .executeTakeFirstOrThrow(() => new HttpError(unknownGatewayKey, {}))
    requireConfirmedEnd(services, caller, before.expires_at, expires_at)
    await transaction.updateTable('gateway_keys').set({ expires_at }).where('id', '=', id).execute()
    await recordAct(services, transaction, actorOf(caller), {
      action: 'gateway-key-expiry',
      target: 'gateway-key',
      targetId: id,
      detail: `organization ${organization_id}, ${expires_at ?? 'no expiry'}`,
    })
    return {}
  })
}
