import { unknownGatewayKey } from '../../../contract/gateways/gateway-key.ts'
import { revokeKeyEndpoint } from '../../../contract/gateways/revoke-key.ts'
import { actorOf, recordAct } from '../../audit/audit.ts'
import { HttpError } from '../../core/http-error.ts'
import type { Database } from '../../database/tables/tables.ts'
import { bindUser } from '../../http/bind.ts'
import type { Services } from '../../http/services.ts'
import { revokeGatewayKey } from './gateway-keys.ts'

/** DELETE /admin/organizations/{organization_id}/gateway-keys/{id}. */
export function revokeKey(services: Services) {
  const { database } = services
  return bindUser(services, revokeKeyEndpoint, async ({ organization_id, id }, caller) => {
    await database.transaction().execute(async (transaction) => {
      const parts = { ...services, database: transaction }
      if (!(await revokeGatewayKey(parts, organization_id, id))) {
        // Revoked already: a repeated call finds what it wanted.
        return requireKey(transaction, organization_id, id)
      }
      return recordAct(services, transaction, actorOf(caller), {
        action: 'gateway-key-revoke',
        target: 'gateway-key',
        targetId: id,
        detail: `organization ${organization_id}`,
      })
    })
    return {}
  })
}

async function requireKey(database: Database, organizationId: string, id: string): Promise<void> {
  await database
    .selectFrom('gateway_keys')
    .select('id')
    .where('id', '=', id)
    .where('organization_id', '=', organizationId)
    .executeTakeFirstOrThrow(() => new HttpError(unknownGatewayKey, {}))
}
