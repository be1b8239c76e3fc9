import { type RawBuilder, sql } from 'kysely'
import { isPostgres } from '../database/engine.ts'
import type { DailyCounts, Database, MonthlyScans } from '../database/tables/tables.ts'

type Counts = Pick<MonthlyScans, 'organization_id' | 'safe' | 'suspicious' | 'malicious'>

/**
 * Adds to the billed figures of an organization, which retention and removals do not reduce, and to
 * those of days. Every report writes both, so they cost no more than the months alone once did: the
 * query builder takes several times as long as the statement on SQLite, and on PostgreSQL both are one
 * round trip.
 */
export async function addPeriodCounts(
  database: Database,
  months: readonly MonthlyScans[],
  days: readonly DailyCounts[],
): Promise<void> {
  const addMonths = addCounts('monthly_scans', 'month', months, ({ month }) => month)
  if (days.length === 0) {
    await addMonths.execute(database)
    return
  }
  const addDays = addCounts('daily_counts', 'day', days, ({ day }) => day)
  if (isPostgres(database)) {
    await sql`with days as (${addDays}) ${addMonths}`.execute(database)
    return
  }
  await addMonths.execute(database)
  await addDays.execute(database)
}

function addCounts<Row extends Counts>(
  name: 'monthly_scans' | 'daily_counts',
  period: 'month' | 'day',
  rows: readonly Row[],
  periodOf: (row: Row) => string,
): RawBuilder<unknown> {
  const values = rows.map(
    (row) =>
      sql`(${row.organization_id}, ${periodOf(row)}, ${row.safe}, ${row.suspicious}, ${row.malicious})`,
  )
  const [table, column] = [sql.raw(name), sql.raw(period)]
  return sql`insert into ${table} (organization_id, ${column}, safe, suspicious, malicious)
    values ${sql.join(values)} on conflict (organization_id, ${column}) do update set
    safe = ${table}.safe + excluded.safe, suspicious = ${table}.suspicious + excluded.suspicious,
    malicious = ${table}.malicious + excluded.malicious`
}
