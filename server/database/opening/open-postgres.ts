import { Kysely, sql } from 'kysely'
import { DatabaseError, type PoolClient } from 'pg'
import { secondMs } from '../../core/clock.ts'
import { takeAdvisoryLock } from '../advisory-lock.ts'
import { ConnectionError } from '../drivers/database-error.ts'
import { PortablePostgresDialect } from '../drivers/postgres-dialect.ts'
import { lockMs, openConnections } from '../drivers/postgres-pool.ts'
import type { Database, Tables } from '../tables/tables.ts'
import { migrate } from './migrate.ts'

const probeMs = 10 * secondMs

/** A statement that the session does not have, or has from another connection. */
const lostStatementCodes = new Set(['26000', '42P05'])

/**
 * A pooler may give each transaction of a connection another session. That works if it keeps prepared
 * statements, and if every session waits for locks as long as ours do.
 * @throws Error with what to change
 */
async function requireOwnSessions(url: string): Promise<void> {
  await using cleanUp = new AsyncDisposableStack()
  const connections = openConnections(url, 2, probeMs)
  cleanUp.defer(() => connections.end())
  const connect = async () => {
    const client = await connections.connect().catch(failedToConnect)
    cleanUp.defer(() => client.release(true))
    return client
  }
  const [one, other] = [await connect(), await connect()]
  const first = await readSession(one)
  // Holds the session that a pooler has just got back, so that it has to give another one.
  await other.query('begin')
  await other.query('select 1')
  const second = await readSession(one)
  await other.query('rollback')
  if (first.pid === second.pid || second.default_lock_ms === lockMs) return
  throw new Error(
    `a pooler gives each transaction another session, where settings do not last: set pool_mode = session, or run: alter role ${one.user} set lock_timeout = '${lockMs / secondMs}s', and restart the pooler`,
  )
}

/** A refusal by the server itself, as for a wrong password, stays so. */
function failedToConnect(cause: unknown): never {
  throw cause instanceof DatabaseError ? cause : new ConnectionError(cause)
}

interface Session {
  readonly pid: number
  /** The setting of the role or the database for new sessions. */
  readonly default_lock_ms: number
}

/** With a prepared statement, as the queries of every call. */
async function readSession(client: PoolClient): Promise<Session> {
  try {
    const text = `select pg_backend_pid() as pid, reset_val::int as default_lock_ms
      from pg_settings where name = 'lock_timeout'`
    const { rows } = await client.query<Session>({ name: 'aman_session', text })
    if (rows[0] === undefined) throw new Error('it has no lock_timeout')
    return rows[0]
  } catch (cause) {
    if (!(cause instanceof DatabaseError && lostStatementCodes.has(cause.code ?? ''))) throw cause
    throw new Error(
      'a pooler gives each transaction another session and keeps no prepared statements: set pool_mode = session, or max_prepared_statements in PgBouncer 1.21 or later',
    )
  }
}

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
