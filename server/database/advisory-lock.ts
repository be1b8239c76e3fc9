import { sql } from 'kysely'
import { isPostgres } from './engine.ts'
import type { Database } from './tables/tables.ts'

/**
 * Waits for the named locks and holds them until the transaction ends. For invariants that a row lock
 * cannot protect, because they depend on several rows or on one that does not exist yet.
 */
export async function takeAdvisoryLock(transaction: Database, ...names: string[]): Promise<void> {
  if (!transaction.isTransaction) throw new Error('a turn ends with its transaction')
  // SQLite runs one write transaction at a time.
  if (!isPostgres(transaction)) return
  // Sorted, to avoid deadlocks.
  for (const name of names.toSorted()) {
    await sql`select pg_advisory_xact_lock(hashtextextended(${name}, 0))`.execute(transaction)
  }
}
