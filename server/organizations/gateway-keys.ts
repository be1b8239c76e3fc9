import type { Clock } from '../clock.ts'
import { newId } from '../database/id.ts'
import type { Database } from '../database/tables.ts'
import { hashSecret, newSecret } from '../secrets.ts'

interface Parts {
  readonly database: Database
  readonly clock: Clock
}

/** @returns undefined for a key that was never issued or is revoked */
export async function findGatewayOrganization(
  { database }: Pick<Parts, 'database'>,
  key: string,
): Promise<string | undefined> {
  const row = await database
    .selectFrom('gateway_keys')
    .select('organization_id')
    .where('key_hash', '=', hashSecret(key))
    .where('revoked_at', 'is', null)
    .executeTakeFirst()
  return row?.organization_id
}

/** @returns the key itself, which nobody can read again afterwards */
export async function issueGatewayKey(
  { database, clock }: Parts,
  organizationId: string,
  label: string,
  key = `aman_gateway_${newSecret()}`,
): Promise<{ id: string; key: string }> {
  const id = newId()
  await database
    .insertInto('gateway_keys')
    .values({
      id,
      organization_id: organizationId,
      key_hash: hashSecret(key),
      label,
      created_at: clock().toISOString(),
      revoked_at: null,
      last_used_at: null,
      expires_at: null,
      networks: '',
    })
    .execute()
  return { id, key }
}

export function listGatewayKeys({ database }: Pick<Parts, 'database'>, organizationId: string) {
  return database
    .selectFrom('gateway_keys')
    .select(['id', 'label', 'created_at', 'revoked_at'])
    .where('organization_id', '=', organizationId)
    .orderBy('id')
    .execute()
}

/** @returns false for a key that this organization does not have or that is revoked already */
export async function revokeGatewayKey(
  { database, clock }: Parts,
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
