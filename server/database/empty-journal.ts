import { SqliteAdapter, sql } from 'kysely'
import type { Database } from './tables.ts'

/**
 * Writes SQLite's journal back and cuts it: what was deleted stands there until it is written over.
 * While another process reads an earlier state the journal stays; the next time empties it.
 */
export async function emptyJournal(database: Database): Promise<void> {
  if (!(database.getExecutor().adapter instanceof SqliteAdapter)) return
  await sql`pragma wal_checkpoint(truncate)`.execute(database)
}
