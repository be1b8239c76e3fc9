import { type Selectable, sql } from 'kysely'
import type { ThreatLevel } from '../../contract/emails/threat-level.ts'
import { prepare } from '../database/drivers/prepare.ts'
import { isKeptAt } from '../database/kept-mail.ts'
import type { Database, Scans } from '../database/tables/tables.ts'

const columns = [
  'id',
  'email_subject',
  'sender_domain',
  'sender_address',
  'threat_level',
  'reason',
  'detection_reason',
  'received_at',
  'disposition',
  'indicators',
] as const
export type RecentThreat = Pick<Selectable<Scans>, (typeof columns)[number]>

/** A literal, because SQLite's plan for a limit parameter is twice as slow. */
const newest = sql.lit(50)

/**
 * A user's newest mail that is not safe. Each level is read from the end of the index, so the cost does
 * not depend on the amount of mail.
 */
function recentThreats(database: Database, userId: string, now: string) {
  const newestOf = (level: ThreatLevel) =>
    database
      .selectFrom(
        database
          .selectFrom('scans')
          .select(columns)
          .where('user_id', '=', userId)
          // A literal leads a kept plan to the partition of the level (decision 0132).
          .where('threat_level', '=', sql.lit(level))
          .where(isKeptAt(now))
          .orderBy('received_at', 'desc')
          .limit(newest)
          .as('newest'),
      )
      .select(columns)
  return newestOf('malicious')
    .unionAll(newestOf('suspicious'))
    .orderBy('received_at', 'desc')
    .limit(newest)
}

export const readRecentThreats = prepare((database, named: (name: 'userId' | 'now') => string) =>
  recentThreats(database, named('userId'), named('now')),
)
