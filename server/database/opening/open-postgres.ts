import { Kysely, sql } from 'kysely'
import { secondMs } from '../../core/clock.ts'
import { takeAdvisoryLock } from '../advisory-lock.ts'
import { PortablePostgresDialect } from '../drivers/postgres-dialect.ts'
import { openConnections } from '../drivers/postgres-pool.ts'
import type { Database, Tables } from '../tables/tables.ts'
import { migrate } from './migrate.ts'
import { requireOwnSessions } from './require-own-sessions.ts'

/** A server that does not respond within this time counts as unavailable. */
const answerMs = 30 * secondMs

export async function openPostgres(url: string, connections: number): Promise<Database> {
  await requireOwnSessions(url)
  await prepare(url)
  return connectPostgres(url, connections)
}

/** Connects without running migrations. */
export function connectPostgres(url: string, connections: number): Database {
  return connect(url, connections, answerMs)
}

/** Uses a separate connection without a timeout: a migration of much data takes long. */
async function prepare(url: string): Promise<void> {
  const database = connect(url, 1, 0)
  try {
    const { rows } = await sql<{ server_encoding: string }>`show server_encoding`.execute(database)
    const encoding = rows[0]?.server_encoding
    if (encoding !== 'UTF8') throw new Error(`its encoding is ${encoding}, but must be UTF8`)
    await migrate(database)
    await prepareSearch(database)
  } finally {
    await database.destroy()
  }
}

function connect(url: string, connections: number, timeoutMs: number): Database {
  const opened = openConnections(url, connections, timeoutMs)
  return new Kysely<Tables>({ dialect: new PortablePostgresDialect(opened) })
}

/**
 * Makes the trigram indexes of a PostgreSQL database, where the extension is there or may be created;
 * a search works without them, more slowly. Asked at every start, so that an extension that is
 * installed later is used after the next one.
 */
async function prepareSearch(database: Database): Promise<void> {
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
