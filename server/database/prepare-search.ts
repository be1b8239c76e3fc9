import { sql } from 'kysely'
import { takeAdvisoryLock } from './advisory-lock.ts'
import type { Database } from './tables.ts'

/**
 * Makes the trigram indexes of a PostgreSQL database, where the extension is there or may be created.
 * Asked at every start, so that an extension that is installed later is used after the next one.
 */
export async function prepareSearch(database: Database): Promise<void> {
  await database.transaction().execute(async (transaction) => {
    await takeAdvisoryLock(transaction, 'search-index')
    // Whatever the reason is, not installed or not allowed, a search works without it, more slowly.
    await sql`do $$ begin
      create extension if not exists pg_trgm;
    exception when others then null;
    end $$`.execute(transaction)
    const { rows } = await sql`select 1 from pg_extension where extname = 'pg_trgm'`.execute(
      transaction,
    )
    if (rows.length === 0) return
    for (const table of ['users', 'organizations']) {
      const index = sql.ref(`${table}_by_search_text`)
      await sql`create index if not exists ${index} on ${sql.table(table)}
        using gin (search_text gin_trgm_ops)`.execute(transaction)
    }
  })
}
