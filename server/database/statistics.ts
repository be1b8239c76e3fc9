import { PostgresAdapter, sql } from 'kysely'
import type { Database } from './tables.ts'

/**
 * Tells PostgreSQL's planner how many rows there are, after very many came at once. It would find out
 * by itself within minutes; until then a search among 100,000 people takes ten times as long.
 */
export async function gatherStatistics(database: Database): Promise<void> {
  if (database.getExecutor().adapter instanceof PostgresAdapter) {
    await sql`analyze`.execute(database)
  }
}
