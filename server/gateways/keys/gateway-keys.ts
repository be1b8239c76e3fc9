import type { KeyScope } from '../../../contract/core/key-scope.ts'
import type { Clock } from '../../core/clock.ts'
import { isoAfter, minuteMs } from '../../core/clock.ts'
import type { Cover } from '../../core/ports.ts'
import { hashSecret, newSecret } from '../../core/secrets.ts'
import { isUnavailable } from '../../database/drivers/database-error.ts'
import { prepare } from '../../database/drivers/prepare.ts'
import { newId } from '../../database/id.ts'
import type { Database, GatewayKeys, Organizations } from '../../database/tables/tables.ts'

interface Services {
  readonly database: Database
  readonly clock: Clock
}

/** A key of an organization or of the operator, which is never suspended itself. */
export interface GatewayKey
  extends Pick<
      GatewayKeys,
      'id' | 'networks' | 'last_used_at' | 'scope' | 'revoked_at' | 'expires_at'
    >,
    Pick<Organizations, 'suspended_at'> {
  readonly cover: Cover
}

/** @returns undefined for an unknown, expired or revoked key */
export async function findGatewayKey(
  { database, clock }: Services,
  given: string,
): Promise<GatewayKey | undefined> {
  const key = await findKnownKey({ database }, given)
  return key !== undefined && stateOfKey(key, clock()) === 'valid' ? key : undefined
}

const judgedColumns = [
  'id',
  'networks',
  'last_used_at',
  'scope',
  'revoked_at',
  'expires_at',
] as const

/** @returns a key that is valid, has expired or was revoked; undefined for an unknown one */
export async function findKnownKey(
  { database }: Pick<Services, 'database'>,
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
    .select([
      'gateway_keys.id',
      'organization_id',
      'networks',
      'last_used_at',
      'scope',
      'revoked_at',
      'expires_at',
      'suspended_at',
    ])
    .where('key_hash', '=', named('key_hash')),
)

export function stateOfKey(
  { revoked_at, expires_at }: Pick<GatewayKeys, 'revoked_at' | 'expires_at'>,
  now: Date,
) {
  if (revoked_at !== null) return 'revoked' as const
  if (expires_at !== null && expires_at <= now.toISOString()) return 'expired' as const
  return 'valid' as const
}

/** Writes at most once a minute, so that most reports need no second write. */
export async function noteUse(
  { database, clock }: Services,
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
  { database, clock }: Services,
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

export function listGatewayKeys({ database }: Pick<Services, 'database'>, organizationId: string) {
  return database
    .selectFrom('gateway_keys')
    .select([
      'id',
      'label',
      'created_at',
      'revoked_at',
      'last_used_at',
      'expires_at',
      'networks',
      'scope',
    ])
    .where('organization_id', '=', organizationId)
    .orderBy('id')
    .execute()
}

/** @returns false if the organization has no such key or it is already revoked */
export async function revokeGatewayKey(
  { database, clock }: Services,
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
