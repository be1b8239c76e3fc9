import { randomUUID } from 'node:crypto'
import { Pool } from 'pg'
import { openDatabase } from '../../../server/database/opening/open.ts'
import type { TestDatabase } from '../server/test-database.ts'
import type { PostgresCluster } from './cluster.ts'

/*
 * To make a database takes PostgreSQL much longer than to empty one, and to empty one takes a new
 * connection much longer than one that knows the tables. So each worker keeps its databases, with the
 * connection that empties them.
 */

const template = 'aman_template'

export interface PostgresDatabases {
  /** The address of the database from which others are made. */
  readonly url: string
  /** The mark of a database that is as it was made, and not changed by a test. */
  readonly shape: string
}

export async function prepareDatabases(cluster: PostgresCluster): Promise<PostgresDatabases> {
  const url = cluster.url('postgres')
  await using administration = connect(url)
  await administration.query(`create database ${template}`)
  await (await openDatabase(cluster.url(template))).destroy()
  await using migrated = connect(cluster.url(template))
  return { url, shape: await readShape(migrated) }
}

interface KeptDatabase {
  readonly name: string
  readonly address: string
  readonly connection: ReturnType<typeof connect>
}

/** Each database belongs to one caller until it is disposed of. */
export interface DatabaseOffer {
  /** Migrated, without rows. */
  readonly create: () => Promise<TestDatabase>
  /** Without a schema. */
  readonly createEmpty: () => Promise<TestDatabase>
}

const idle: KeptDatabase[] = []

export function offerDatabases({ url, shape }: PostgresDatabases): DatabaseOffer {
  const administration = connect(url)

  async function make(origin: string): Promise<KeptDatabase> {
    const name = `test_${randomUUID().replaceAll('-', '')}`
    await administration.query(`create database ${name} template ${origin}`)
    const address = new URL(url)
    address.pathname = name
    return { name, address: address.href, connection: connect(address.href) }
  }

  async function remove({ name, connection }: KeptDatabase): Promise<void> {
    await connection.end()
    await administration.query(`drop database ${name} with (force)`)
  }

  return {
    async create() {
      const kept = idle.pop() ?? (await make(template))
      return offer(kept, async () => {
        if (await isAsMade(kept, shape)) idle.push(kept)
        else await remove(kept)
      })
    },
    async createEmpty() {
      const kept = await make('template0')
      return offer(kept, () => remove(kept))
    },
  }
}

function offer({ address }: KeptDatabase, dispose: () => Promise<void>): TestDatabase {
  return { address, url: address, [Symbol.asyncDispose]: dispose }
}

/** Empties it. A test may have ended the connection, or removed what tells the shape. */
async function isAsMade({ connection }: KeptDatabase, shape: string): Promise<boolean> {
  try {
    await connection.query(emptying)
    return (await readShape(connection)) === shape
  } catch {
    return false
  }
}

/** Cuts off open connections; no foreign key requires an order. */
const emptying = `do $$
declare name text;
begin
  perform pg_terminate_backend(pid) from pg_stat_activity
    where datname = current_database() and pid <> pg_backend_pid();
  set local session_replication_role = replica;
  for name in select tablename from pg_tables
    where schemaname = 'public' and tablename not like 'kysely%'
  loop execute format('delete from %I', name); end loop;
end $$`

/**
 * With the object ids: an index that a test made anew may be unused for as long as an older
 * transaction of any database runs.
 */
async function readShape(database: Pool): Promise<string> {
  const { rows } = await database.query<{ shape: string }>(
    `select string_agg(relname || ' ' || oid, ' ' order by relname)
       || (select count(*) from kysely_migration) as shape from pg_class where relnamespace = 'public'::regnamespace`,
  )
  return rows[0]?.shape ?? ''
}

/** One connection, which keeps no process from ending. */
function connect(url: string) {
  const pool = new Pool({ connectionString: url, max: 1, allowExitOnIdle: true })
  pool.on('error', () => {})
  return Object.assign(pool, { [Symbol.asyncDispose]: () => pool.end() })
}
