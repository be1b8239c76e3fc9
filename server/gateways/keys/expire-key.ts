import { expireKeyEndpoint } from '../../../contract/gateways/expire-key.ts'
import { unknownGatewayKey } from '../../../contract/gateways/gateway-key.ts'
import { actorOf, recordAct } from '../../audit/audit.ts'
import { HttpError, invalidField } from '../../core/http-error.ts'
import { requireRecentConfirmation } from '../../http/authentication.ts'
import { bindUser } from '../../http/bind.ts'
import type { Services } from '../../http/services.ts'

/** POST /admin/organizations/{organization_id}/gateway-keys/{id}/expiry (A462, A1142). */
export function expireKey(services: Services) {
  const { database, clock } = services
  return bindUser(services, expireKeyEndpoint, async (input, caller) => {
    const { organization_id, id, expires_at } = input
    requireFuture(expires_at, clock())
    await database.transaction().execute(async (transaction) => {
      const before = await transaction
        .selectFrom('gateway_keys')
        .select('expires_at')
        .where('id', '=', id)
        .where('organization_id', '=', organization_id)
        .where('revoked_at', 'is', null)
        .forUpdate()
        .executeTakeFirst()
      if (before === undefined) throw new HttpError(unknownGatewayKey, {})
      if (endOf(expires_at) > endOf(before.expires_at)) requireRecentConfirmation(services, caller)
      await transaction
        .updateTable('gateway_keys')
        .set({ expires_at })
        .where('id', '=', id)
        .execute()
      await recordAct(services, transaction, actorOf(caller), {
        action: 'gateway-key-expiry',
        target: 'gateway-key',
        targetId: id,
        detail: `organization ${organization_id}, ${expires_at ?? 'no expiry'}`,
      })
    })
    return {}
  })
}

/** Comparable; a key without an end outlives all others. */
function endOf(expiresAt: string | null): number {
  return expiresAt === null ? Number.POSITIVE_INFINITY : Date.parse(expiresAt)
}

/** @throws HttpError 422; to end a key at once it is revoked */
export function requireFuture(expiresAt: string | null, now: Date): void {
  if (expiresAt !== null && expiresAt <= now.toISOString()) {
    throw invalidField('expires_at', 'in_past', {})
  }
}
