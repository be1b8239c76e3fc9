import { PostgresAdapter, sql } from 'kysely'
import type { Database } from './tables.ts'

/**
 * Waits until no other transaction has one of these names, and has them until this one ends: for
 * what cannot be held by locking a row, because it hangs on several or on one that is not there yet.
 */
export async function takeAdvisoryLock(transaction: Database, ...names: string[]): Promise<void> {
  if (!transaction.isTransaction) throw new Error('a turn ends with its transaction')
  // On SQLite a transaction is alone already.
  if (!(transaction.getExecutor().adapter instanceof PostgresAdapter)) return
  // In one order, so that nobody waits for somebody who waits for them.
  for (const name of names.toSorted()) {
    await sql`select pg_advisory_xact_lock(hashtextextended(${name}, 0))`.execute(transaction)
  }
}
