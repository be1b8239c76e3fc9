import { SqliteAdapter, sql } from 'kysely'
import type { Database } from '../tables/tables.ts'

/**
 * Checkpoints and truncates SQLite's journal, which otherwise still contains deleted data. While
 * another process reads an earlier state the journal stays; the next call empties it.
 */
export async function emptyJournal(database: Database): Promise<void> {
  if (!(database.getExecutor().adapter instanceof SqliteAdapter)) return
  await sql`pragma wal_checkpoint(truncate)`.execute(database)
}
