import { expireKeyEndpoint } from '../../../contract/gateways/expire-key.ts'
import { unknownGatewayKey } from '../../../contract/gateways/gateway-key.ts'
import { issueKeyEndpoint, keyIssuedAlready } from '../../../contract/gateways/issue-key.ts'
import { listKeysEndpoint } from '../../../contract/gateways/list-keys.ts'
import { revokeKeyEndpoint } from '../../../contract/gateways/revoke-key.ts'
import { actorOf, recordAct } from '../../audit/audit.ts'
import { HttpError } from '../../core/http-error.ts'
import { newSecret } from '../../core/secrets.ts'
import type { Database } from '../../database/tables/tables.ts'
import { bindChange, bindUser } from '../../http/bind.ts'
import type { Services } from '../../http/services.ts'
import { requireOrganization } from '../../organizations/organizations.ts'
import { listGatewayKeys, revokeGatewayKey, showKey } from './gateway-keys.ts'
import {
  type KeyRow,
  keyRowOf,
  lostAnswer,
  requireConfirmedEnd,
  requireFuture,
} from './given-key.ts'

/** GET /admin/organizations/{organization_id}/gateway-keys, the newest first. */
export function listKeys(services: Services) {
  const { database, clock } = services
  return bindUser(services, listKeysEndpoint, async ({ organization_id }) => {
    await requireOrganization(database, organization_id)
    const keys = await listGatewayKeys(services, organization_id)
    const newestFirst = keys.toSorted((one, other) => (one.created_at < other.created_at ? 1 : -1))
    return { keys: newestFirst.map((key) => showKey(key, clock())) }
  })
}

/** POST /admin/organizations/{organization_id}/gateway-keys. */
export function issueKey(services: Services) {
  const { database, clock } = services
  return bindUser(services, issueKeyEndpoint, async (input, caller) => {
    const now = clock()
    const key = `aman_gateway_${newSecret()}`
    const row = await database.transaction().execute(async (transaction) => {
      await requireOrganization(transaction, input.organization_id)
      const issued = await keepKey(transaction, input.organization_id, keyRowOf(clock, input, key))
      await recordAct(services, transaction, actorOf(caller), {
        action: 'gateway-key-issue',
        target: 'gateway-key',
        targetId: issued.id,
        detail: `organization ${input.organization_id}, scope ${input.scope}`,
      })
      return issued
    })
    return { ...showKey(row, now), key }
  })
}

/**
 * A repeated call finds its key and replaces the secret, whose first answer was lost.
 * @throws HttpError 409 if the key is in use or revoked, or has another scope or organization
 */
async function keepKey(database: Database, organization_id: string, row: KeyRow) {
  const kept = await database
    .insertInto('gateway_keys')
    .values({ ...row, organization_id })
    .onConflict((conflict) =>
      conflict
        .column('id')
        .doUpdateSet(lostAnswer(row))
        .where('gateway_keys.organization_id', '=', organization_id)
        .where('gateway_keys.scope', '=', row.scope)
        .where('gateway_keys.last_used_at', 'is', null)
        .where('gateway_keys.revoked_at', 'is', null),
    )
    .returningAll()
    .executeTakeFirstOrThrow(() => new HttpError(keyIssuedAlready, {}))
  return kept
}

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
