import { SqliteAdapter, sql } from 'kysely'
import { isPostgres } from './json-rows.ts'
import type { Database } from './tables/tables.ts'

/**
 * Updates the statistics of PostgreSQL's planner after a bulk insert. Autovacuum does so within
 * minutes; until then a search among 100,000 users takes ten times as long.
 */
export async function gatherStatistics(database: Database): Promise<void> {
  if (isPostgres(database)) {
    await sql`analyze`.execute(database)
  }
}

/**
 * Checkpoints and truncates SQLite's journal, which otherwise still contains deleted data. While
 * another process reads an earlier state the journal stays; the next call empties it.
 */
export async function emptyJournal(database: Database): Promise<void> {
  if (!(database.getExecutor().adapter instanceof SqliteAdapter)) return
  await sql`pragma wal_checkpoint(truncate)`.execute(database)
}

/** A database without users is empty: the first data includes a user. */
export async function isEmpty(database: Database): Promise<boolean> {
  return (await database.selectFrom('users').select('id').limit(1).executeTakeFirst()) === undefined
}
