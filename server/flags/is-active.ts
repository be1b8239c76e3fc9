import type { Expression, ExpressionBuilder, SqlBool } from 'kysely'
import type { Tables } from '../database/tables/tables.ts'

/** True of flags that have not ended. A flag has no effect from the moment at which it ends. */
export function isActive(now: string) {
  return ({ eb, or }: ExpressionBuilder<Pick<Tables, 'flags'>, 'flags'>): Expression<SqlBool> =>
    or([eb('flags.expires_at', 'is', null), eb('flags.expires_at', '>', now)])
}
