import { type Expression, type SqlBool, sql } from 'kysely'
import type { ThreatLevel } from '../../contract/emails/threat-level.ts'
import type { Database, Scans } from './tables/tables.ts'

/** A literal, because SQLite's plan for a limit parameter is twice as slow. */
export const newest = sql.lit(50)

/** A user's newest mails of each level that is not safe, so that the cost does not depend on the amount of mail. */
export function newestDangerous<Column extends keyof Scans>(
  database: Database,
  columns: readonly Column[],
  userId: string,
  isWanted: Expression<SqlBool>,
) {
  const newestOf = (level: ThreatLevel) =>
    database
      .selectFrom(
        database
          .selectFrom('scans')
          .select(columns)
          .where('user_id', '=', userId)
          // A literal leads a kept plan to the partition of the level (decision 0132).
          .where('threat_level', '=', sql.lit(level))
          .where(isWanted)
          .orderBy('received_at', 'desc')
          .orderBy('id', 'desc')
          .limit(newest)
          .as('newest'),
      )
      .selectAll()
  return newestOf('malicious').unionAll(newestOf('suspicious'))
}
