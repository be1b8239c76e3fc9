import { type Expression, type RawBuilder, type Selectable, type SqlBool, sql } from 'kysely'
import type { ThreatLevel } from '../../contract/emails/threat-level.ts'
import type { Scans } from './tables/mail.ts'
import type { Database } from './tables/tables.ts'

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

/** Retention holds in every answer, before housekeeping has deleted the row. */
export function isKept(now: Date): RawBuilder<boolean> {
  return isKeptAt(now.toISOString())
}

/** @param now in the form of the column */
export function isKeptAt(now: string): RawBuilder<boolean> {
  return sql<boolean>`(scans.delete_after is null or scans.delete_after > ${now})`
}

/** The row, and what decides in which partition it lies (decision 0132). */
export const placeColumns = ['scans.id', 'scans.threat_level', 'scans.delete_after'] as const
export type Place = Pick<Selectable<Scans>, 'id' | 'threat_level' | 'delete_after'>

/** True of these rows. Levels and ends lead PostgreSQL to their partitions; ids alone ask each of them. */
export function isAt(places: readonly Place[]): RawBuilder<boolean> {
  if (places.length === 0) return sql<boolean>`1 = 0`
  const [ids, levels] = (['id', 'threat_level'] as const).map((name) =>
    sql.join([...new Set(places.map((place) => place[name]))]),
  )
  const ends = [...new Set(places.map(({ delete_after }) => delete_after))]
  const dated = ends.filter((end) => end !== null)
  const isDated = dated.length === 0 ? sql`1 = 0` : sql`scans.delete_after in (${sql.join(dated)})`
  const isUndated = dated.length === ends.length ? sql`1 = 0` : sql`scans.delete_after is null`
  return sql<boolean>`scans.id in (${ids}) and scans.threat_level in (${levels})
    and (${isDated} or ${isUndated})`
}

/** Joins mail with the places of it that a part of the statement, `found`, found; each leads to one partition. */
export function isAtFound(): RawBuilder<boolean> {
  return sql<boolean>`scans.id = found.id and scans.threat_level = found.threat_level
    and (scans.delete_after = found.delete_after or (scans.delete_after is null and found.delete_after is null))`
}
