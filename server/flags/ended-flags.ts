import type { Expression, ExpressionBuilder, SqlBool } from 'kysely'
import type { Retention } from '../database/retention.ts'
import type { Database, Tables } from '../database/tables/tables.ts'

/** True of flags that have not ended. A flag has no effect from the moment at which it ends. */
export function isActive(now: string) {
  return ({ eb, or }: ExpressionBuilder<Pick<Tables, 'flags'>, 'flags'>): Expression<SqlBool> =>
    or([eb('flags.expires_at', 'is', null), eb('flags.expires_at', '>', now)])
}

/** Ended flags have been in no list, verdict or map since, so that the revision stays. */
export const flagRetention: Retention = { table: 'flags', date: 'expires_at' }

/** Of one user, so that a flag that has ended is no conflict for a new one. */
export async function deleteEndedOf(
  database: Database,
  organizationId: string,
  userId: string,
  now: Date,
): Promise<void> {
  await database
    .deleteFrom('flags')
    .where('user_id', '=', userId)
    .where('organization_id', '=', organizationId)
    .where('expires_at', '<=', now.toISOString())
    .execute()
}
