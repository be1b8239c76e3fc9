import { sql } from 'kysely'
import { takeAdvisoryLock } from '../advisory-lock.ts'
import type { Database } from '../tables/tables.ts'

/**
 * Makes the trigram indexes of a PostgreSQL database, where the extension is there or may be created;
 * a search works without them, more slowly. Asked at every start, so that an extension that is
 * installed later is used after the next one.
 */
export async function prepareSearch(database: Database): Promise<void> {
  await database.transaction().execute(async (transaction) => {
    await takeAdvisoryLock(transaction, 'search-index')
    // To ask for an index that is there would wait for writes.
    await sql`do $$ begin
      if to_regclass('users_by_search_text') is null
        or to_regclass('organizations_by_search_text') is null
      then
        create extension if not exists pg_trgm;
        create index if not exists users_by_search_text
          on users using gin (search_text gin_trgm_ops);
        create index if not exists organizations_by_search_text
          on organizations using gin (search_text gin_trgm_ops);
      end if;
    exception when others then null;
    end $$`.execute(transaction)
  })
}
