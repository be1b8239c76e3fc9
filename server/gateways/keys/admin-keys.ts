import type { KeyScope } from '../../../contract/core/key-scope.ts'
import { expireKeyEndpoint } from '../../../contract/gateways/expire-key.ts'
import { unknownGatewayKey } from '../../../contract/gateways/gateway-key.ts'
import { issueKeyEndpoint, keyIssuedAlready } from '../../../contract/gateways/issue-key.ts'
import { listKeysEndpoint } from '../../../contract/gateways/list-keys.ts'
import { revokeKeyEndpoint } from '../../../contract/gateways/revoke-key.ts'
import { showConnectionEndpoint } from '../../../contract/gateways/show-connection.ts'
import { actorOf, recordAct } from '../../audit/audit.ts'
import type { Clock } from '../../core/clock.ts'
import { byText } from '../../core/fold.ts'
import { HttpError, invalidField } from '../../core/http-error.ts'
import { isNetworkList } from '../../core/networks.ts'
import { newSecret } from '../../core/secrets.ts'
import type { Database } from '../../database/tables/tables.ts'
import { requireRecentConfirmation } from '../../http/authentication.ts'
import { bindChange, bindUser, type Caller } from '../../http/bind.ts'
import type { Services } from '../../http/services.ts'
import { requireOrganization } from '../../organizations/organizations.ts'
import { connectionFiles, keyPlaceholders } from '../rspamd/files/connection-files.ts'
import { listGatewayKeys, newKeyRow, revokeGatewayKey, showKey } from './gateway-keys.ts'

/** GET /admin/organizations/{organization_id}/gateway-keys, the newest first. */
export function listKeys(services: Services) {
  const { database, clock } = services
  return bindUser(services, listKeysEndpoint, async ({ organization_id }) => {
    await requireOrganization(database, organization_id)
    const keys = await listGatewayKeys(services, organization_id)
    const newestFirst = keys.toSorted(
      (one, other) => byText(other.created_at, one.created_at) || byText(other.id, one.id),
    )
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

/** GET /admin/organizations/{organization_id}/connection/{provider}. */
export function showConnection(services: Services) {
  const { database, publicUrl } = services
  return bindUser(services, showConnectionEndpoint, async (input, caller) => {
    const { organization_id, provider } = input
    await requireOrganization(database, organization_id)
    const origin = publicUrl ?? caller.origin()
    return { placeholders: keyPlaceholders, files: connectionFiles({ provider, origin }) }
  })
}

/** A super admin's input for a new key. */
interface GivenKey {
  readonly request_id?: string | undefined
  readonly scope: KeyScope
  readonly note: string
  readonly expires_at: string | null
  readonly networks: string
}

export type KeyRow = ReturnType<typeof newKeyRow>

/** @throws HttpError 422 for a past expiry and for what is no list of networks */
export function keyRowOf(clock: Clock, given: GivenKey, key: string): KeyRow {
  const { request_id, note, scope, expires_at, networks } = given
  requireFuture(expires_at, clock())
  if (!isNetworkList(networks)) throw invalidField('networks', 'not_networks', {})
  return newKeyRow(clock, { label: note, scope, expires_at, networks }, key, request_id)
}

/** The fields that a repeated call replaces where the first answer was lost. */
export function lostAnswer({ label, expires_at, networks, key_hash }: KeyRow) {
  return { label, expires_at, networks, key_hash }
}

/** @throws HttpError 422; to end a key at once it is revoked */
export function requireFuture(expiresAt: string | null, now: Date): void {
  if (expiresAt !== null && expiresAt <= now.toISOString()) {
    throw invalidField('expires_at', 'in_past', {})
  }
}

/** @throws HttpError 403 for a later end without a recent confirmation */
export function requireConfirmedEnd(
  services: Services,
  caller: Caller,
  before: string | null,
  after: string | null,
): void {
  if (endOf(after) > endOf(before)) requireRecentConfirmation(services, caller)
}

/** Comparable; a key without an end outlives all others. */
function endOf(expiresAt: string | null): number {
  return expiresAt === null ? Number.POSITIVE_INFINITY : Date.parse(expiresAt)
}
