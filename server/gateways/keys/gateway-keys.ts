import {
  gatewayKeyRequired,
  networkNotAllowed,
  organizationSuspended,
  wrongKeyScope,
} from '../../../contract/core/common-errors.ts'
import { type KeyScope, scopeOfAccess } from '../../../contract/core/key-scope.ts'
import { productName } from '../../../contract/core/product.ts'
import { type Clock, isoAfter, minuteMs } from '../../core/clock.ts'
import { HttpError } from '../../core/http-error.ts'
import { isWithin } from '../../core/networks.ts'
import type { Cover } from '../../core/ports.ts'
import { hashSecret, newSecret } from '../../core/secrets.ts'
import { isUnavailable } from '../../database/drivers/database-error.ts'
import { prepare } from '../../database/drivers/prepare.ts'
import { newId } from '../../database/id.ts'
import type { GatewayKeys, Organizations } from '../../database/tables/organizations.ts'
import type { Place } from '../../database/tables/tables.ts'
import { subjectOf } from '../../http/cover.ts'
import type { Authentication, GatewayRequest, RefusedKey } from '../../http/session.ts'

interface Asked extends GatewayRequest {
  /** That key, where it is known. */
  readonly key: GatewayKey | undefined
  /** Those that all gateways may call from. */
  readonly gatewayNetworks: string
  readonly now: Date
}

type Refused = Pick<RefusedKey, 'reason' | 'error'>

/** @returns the key of a request that is taken */
function checkGateway(asked: Asked): GatewayKey | Refused {
  const { access, address, given, key, gatewayNetworks, now } = asked
  const isBrowser = access === 'joined-browser'
  // A stranger does not learn whether a key is valid. Browsers are not where the gateways are.
  if (!isBrowser && !isWithin(gatewayNetworks, address)) return refusedNetwork(address)
  if (key === undefined) return refusedKey(given === undefined ? 'no_key' : 'unknown_key')
  const state = stateOfKey(key, now)
  if (state !== 'valid') return refusedKey(`${state}_key`)
  if (!isWithin(key.networks, address)) return refusedNetwork(address)
  const { scope } = key
  const needed = scopeOfAccess[access]
  if (scope !== needed) {
    return { reason: 'scope', error: new HttpError(wrongKeyScope, { scope, needed }) }
  }
  // Flags stay available: without them a gateway would deliver what users have blocked.
  if ((isBrowser || access === 'gateway') && key.suspended_at !== null) {
    return { reason: 'suspended', error: new HttpError(organizationSuspended, {}) }
  }
  return key
}

/** Only gateways are offered Basic: a browser would ask its user for a password. */
const challenge = `Bearer, Basic realm="${productName} gateway", charset="UTF-8"`

function refusedKey(reason: Refused['reason']): Refused {
  const headers = { 'WWW-Authenticate': challenge }
  return { reason, error: new HttpError(gatewayKeyRequired, {}, { headers }) }
}

function refusedNetwork(address: string): Refused {
  return { reason: 'network', error: new HttpError(networkNotAllowed, { address }) }
}

/** For `Authentication`: finds the key of a request, judges both, and notes that the key was used. */
export const admitGateway: Authentication['admitGateway'] = async (services, request) => {
  const { given } = request
  const key = given === undefined ? undefined : await findKnownKey(services, given)
  const { gatewayNetworks, clock } = services
  const judged = checkGateway({ ...request, key, gatewayNetworks, now: clock() })
  if ('error' in judged)
    return { subject: key === undefined ? undefined : subjectOf(key.cover), ...judged }
  await noteUse(services, judged)
  return { cover: judged.cover }
}

/** A key of an organization or of the operator, which is never suspended itself. */
export interface GatewayKey
  extends Pick<GatewayKeys, (typeof judgedColumns)[number]>,
    Pick<Organizations, 'suspended_at'> {
  readonly cover: Cover
}

/** @returns undefined for an unknown, expired or revoked key */
export async function findGatewayKey(
  { database, clock }: Place,
  given: string,
): Promise<GatewayKey | undefined> {
  const key = await findKnownKey({ database }, given)
  return key !== undefined && stateOfKey(key, clock()) === 'valid' ? key : undefined
}

const judgedColumns = [
  ...(['id', 'networks', 'last_used_at'] as const),
  ...(['scope', 'revoked_at', 'expires_at'] as const),
] as const
/** What is shown of a key of an organization or of the operator. */
export const listedColumns = [...judgedColumns, 'label', 'created_at'] as const
export type ListedKey = Pick<GatewayKeys, (typeof listedColumns)[number]>

/** @returns a key that is valid, has expired or was revoked; undefined for an unknown one */
async function findKnownKey(
  { database }: Pick<Place, 'database'>,
  given: string,
): Promise<GatewayKey | undefined> {
  const key_hash = hashSecret(given)
  const [ofOne] = await findOrganizationKey(database, { key_hash })
  if (ofOne !== undefined) {
    const { organization_id: organizationId, ...key } = ofOne
    return { ...key, cover: { organizationId } }
  }
  const ofOperator = await database
    .selectFrom('operator_keys')
    .select([...judgedColumns, 'covers_all'])
    .where('key_hash', '=', key_hash)
    .executeTakeFirst()
  if (ofOperator === undefined) return undefined
  const { covers_all, ...key } = ofOperator
  const cover = { operatorKeyId: key.id, coversAll: covers_all === 1 }
  return { ...key, cover, suspended_at: null }
}

const findOrganizationKey = prepare((database, named: (name: 'key_hash') => string) =>
  database
    .selectFrom('gateway_keys')
    .innerJoin('organizations', 'organizations.id', 'gateway_keys.organization_id')
    .select(judgedColumns.map((column) => `gateway_keys.${column}` as const))
    .select(['organization_id', 'suspended_at'])
    .where('key_hash', '=', named('key_hash')),
)

function stateOfKey(
  { revoked_at, expires_at }: Pick<GatewayKeys, 'revoked_at' | 'expires_at'>,
  now: Date,
) {
  if (revoked_at !== null) return 'revoked' as const
  if (expires_at !== null && expires_at <= now.toISOString()) return 'expired' as const
  return 'valid' as const
}

/** Writes at most once a minute, so that most reports need no second write. */
async function noteUse(
  { database, clock }: Place,
  { id, cover, last_used_at }: GatewayKey,
): Promise<void> {
  const now = clock()
  if (last_used_at !== null && Math.abs(now.getTime() - Date.parse(last_used_at)) < minuteMs) return
  const used = { last_used_at: isoAfter(now, 0) }
  const write =
    'organizationId' in cover
      ? database.updateTable('gateway_keys').set(used).where('id', '=', id)
      : database.updateTable('operator_keys').set(used).where('id', '=', id)
  await write
    .execute()
    // If the database accepts no writes, the report itself fails.
    .catch((cause: unknown) => {
      if (!isUnavailable(cause)) throw cause
    })
}

export interface KeyOptions {
  readonly label: string
  /** ISO 8601; without it the key does not expire. */
  readonly expires_at?: string | null
  /** See core/networks.ts. */
  readonly networks?: string
  /** `report` if omitted. */
  readonly scope?: KeyScope
}

/** The columns that all new keys have; of the key itself only the hash is stored. */
export function newKeyRow(
  clock: Clock,
  { label, expires_at = null, networks = '', scope = 'report' }: KeyOptions,
  key: string,
  id = newId(),
) {
  return {
    id,
    key_hash: hashSecret(key),
    label,
    created_at: clock().toISOString(),
    revoked_at: null,
    last_used_at: null,
    expires_at,
    networks,
    scope,
  }
}

/** @returns the key itself, which is not stored */
export async function issueGatewayKey(
  { database, clock }: Place,
  organizationId: string,
  options: KeyOptions,
  key = `aman_gateway_${newSecret()}`,
): Promise<{ id: string; key: string }> {
  const row = newKeyRow(clock, options, key)
  await database
    .insertInto('gateway_keys')
    .values({ ...row, organization_id: organizationId })
    .execute()
  return { id: row.id, key }
}

export function listGatewayKeys({ database }: Pick<Place, 'database'>, organizationId: string) {
  return database
    .selectFrom('gateway_keys')
    .select(listedColumns)
    .where('organization_id', '=', organizationId)
    .orderBy('id')
    .execute()
}

/** @returns false if the organization has no such key or it is already revoked */
export async function revokeGatewayKey(
  { database, clock }: Place,
  organizationId: string,
  id: string,
): Promise<boolean> {
  const { numUpdatedRows } = await database
    .updateTable('gateway_keys')
    .set({ revoked_at: clock().toISOString() })
    .where('id', '=', id)
    .where('organization_id', '=', organizationId)
    .where('revoked_at', 'is', null)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** A key as super admins see it. */
export function showKey({ label, ...key }: ListedKey, now: Date) {
  return { ...key, note: label, state: stateOfKey(key, now) }
}
