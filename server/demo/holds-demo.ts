import { hashSecret } from '../core/secrets.ts'
import type { Database } from '../database/tables/tables.ts'
import { demoOrganizations } from './organizations.ts'

/**
 * Whether the demo filled this database. Checked by its gateway keys: they are unique to the demo, and
 * their rows stay when keys are revoked, users renamed or removed, and passwords changed.
 */
export async function holdsDemo(database: Database): Promise<boolean> {
  const hashes = demoOrganizations.map(({ gatewayKey }) => hashSecret(gatewayKey))
  const key = await database
    .selectFrom('gateway_keys')
    .select('id')
    .where('key_hash', 'in', hashes)
    .limit(1)
    .executeTakeFirst()
  return key !== undefined
}
