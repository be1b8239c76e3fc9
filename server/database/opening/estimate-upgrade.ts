import { sql } from 'kysely'
import type { Database } from '../tables/tables.ts'

const sampleRows = 50_000

/**
 * How long PostgreSQL would take to write all of the database once more, by the time that it takes to
 * copy a part of the largest table. It takes no lock that a running server waits for.
 */
export async function estimateUpgrade(database: Database) {
  const transaction = await database.startTransaction().execute()
  try {
    const { rows: tables } = await sql<{ name: string }>`
      select quote_ident(relname) as name from pg_class
      where relkind = 'r' and relnamespace = current_schema()::regnamespace
      order by pg_total_relation_size(oid) desc limit 1`.execute(transaction)
    const [largest] = tables
    if (largest === undefined) throw new Error('there is no table')
    const startMs = performance.now()
    await sql`create temporary table upgrade_check on commit drop as
      select * from ${sql.raw(largest.name)} limit ${sql.lit(sampleRows)}`.execute(transaction)
    const copyMs = performance.now() - startMs
    const { rows: sizes } = await sql<{ copied: string; all: string }>`
      select pg_total_relation_size('upgrade_check') as copied,
        pg_database_size(current_database()) as all`.execute(transaction)
    const copied = Math.max(Number(sizes[0]?.copied), 1)
    const bytes = Number(sizes[0]?.all)
    return { megabytes: bytes / 1e6, seconds: ((bytes / copied) * copyMs) / 1000 }
  } finally {
    await transaction.rollback().execute()
  }
}
