import { PostgresAdapter } from 'kysely'
import type { Database } from './tables/tables.ts'

/** Whether a database is PostgreSQL, for what the two engines write differently. */
export function isPostgres(database: Database): boolean {
  return database.getExecutor().adapter instanceof PostgresAdapter
}
