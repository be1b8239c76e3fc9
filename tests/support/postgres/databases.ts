import { randomUUID } from 'node:crypto'
import { Pool } from 'pg'
import { openDatabase } from '../../../server/database/open.ts'
import type { TestDatabase } from '../test-database.ts'
import type { PostgresCluster } from './cluster.ts'

/*
 * To make a database takes PostgreSQL up to a second, to empty one a few milliseconds. So databases
 * are passed on from test to test, through a table that all workers share.
 */

const template = 'aman_template'

export interface PostgresDatabases {
  /** Of the database with the table of unused databases. */
  readonly url: string
  /** What tells a database that is as it was made from one that a test has changed. */
  readonly shape: string
}

export async function prepareDatabases(cluster: PostgresCluster): Promise<PostgresDatabases> {
  const url = cluster.url('postgres')
  await using administration = connect(url)
  await administration.query(`create database ${template}`)
  await administration.query('create table idle (name text)')
  await (await openDatabase(cluster.url(template))).destroy()
  await using migrated = connect(cluster.url(template))
  return { url, shape: await readShape(migrated) }
}

/** @returns a source of migrated, empty databases; each belongs to one caller until it is disposed of */
export function offerDatabases({ url, shape }: PostgresDatabases): () => Promise<TestDatabase> {
  const administration = connect(url)
  return async () => {
    const name = (await takeIdle(administration)) ?? (await createDatabase(administration))
    const address = new URL(url)
    address.pathname = name
    return {
      address: address.href,
      url: address.href,
      async [Symbol.asyncDispose]() {
        await using used = connect(address.href)
        await used.query(emptying)
        // Without the table of migrations the shape cannot be read.
        if ((await readShape(used).catch(() => '')) === shape) {
          await administration.query('insert into idle values ($1)', [name])
        } else {
          await administration.query(`drop database ${name} with (force)`)
        }
      },
    }
  }
}

async function takeIdle(administration: Pool): Promise<string | undefined> {
  const { rows } = await administration.query<{ name: string }>(
    `delete from idle where name = (select name from idle limit 1 for update skip locked)
     returning name`,
  )
  return rows[0]?.name
}

async function createDatabase(administration: Pool): Promise<string> {
  const name = `test_${randomUUID().replaceAll('-', '')}`
  await administration.query(`create database ${name} template ${template}`)
  return name
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
