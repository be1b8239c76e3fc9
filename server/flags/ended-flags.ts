import type { Expression, ExpressionBuilder, SqlBool } from 'kysely'
import type { Retention } from '../database/retention.ts'
import type { Database, Flags, Tables } from '../database/tables/tables.ts'
import { isIgnored } from '../organizations/organizations.ts'

export const shownColumns = [
  'id',
  'flag_type',
  'value',
  'reason',
  'created_at',
  'blocked_count',
  'expires_at',
  'last_matched_on',
] as const

export type ShownFlag = Pick<Flags, (typeof shownColumns)[number]>

/**
 * A flag as its owner sees it. The blocked count is of red flags only; an end and a last match are only
 * included where there is one.
 */
export function showFlag(row: ShownFlag, trustablePublicMail: readonly string[]) {
  const { id, flag_type, value, reason, created_at } = row
  return {
    ...{ id, flag_type, value, reason, created_at },
    blocked_count: flag_type === 'red' ? row.blocked_count : undefined,
    is_ignored: isIgnored(row, trustablePublicMail) || undefined,
    expires_at: row.expires_at ?? undefined,
    last_matched_on: row.last_matched_on ?? undefined,
  }
}

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
