import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { Client } from 'pg'
import { addressOf } from '../../../tests/support/browser/place.ts'
import { type PostgresCluster, startCluster } from '../../../tests/support/postgres/cluster.ts'
import { temporaryFolder } from '../../../tests/support/temporary-folder.ts'
import { findPostgres } from '../../scripts/find-postgres.ts'

export type Engine = 'file' | 'PostgreSQL'

/** The stage of attacks; all that they create is removed with it. */
export interface Stage extends AsyncDisposable {
  readonly engine: Engine
  /** @returns the DATABASE_URL of an empty database, a new one each time */
  newDatabase(): Promise<string>
  /** The running PostgreSQL, where that is the engine. */
  readonly cluster: PostgresCluster | undefined
}

/** @throws Error where the engine is not on this machine */
export async function openStage(engine: Engine): Promise<Stage> {
  if (engine === 'file') {
    const folder = await temporaryFolder()
    const newDatabase = async () => `file:${join(folder.path, `${randomUUID()}.db`)}`
    const remove = () => folder.remove()
    return { engine, cluster: undefined, newDatabase, [Symbol.asyncDispose]: remove }
  }
  const programs = findPostgres()
  if (programs === undefined) {
    throw new Error('the server programs of PostgreSQL are not here (Debian: postgresql)')
  }
  const cluster = await startCluster(programs)
  return {
    engine,
    cluster,
    async newDatabase() {
      const name = `attack_${randomUUID().replaceAll('-', '')}`
      await operate(cluster.url('postgres'), `create database ${name}`)
      return cluster.url(name)
    },
    [Symbol.asyncDispose]: () => cluster[Symbol.asyncDispose](),
  }
}

/** Servers of PostgreSQL that have secrets need it. */
export const keyOfAttacks = { SECRETS_KEY: 'a key for attacks, with 32 characters' }

/** Runs a statement as the operator of PostgreSQL, who may always write. */
export async function operate(databaseUrl: string, statement: string): Promise<void> {
  await using operator = await connectAs('operator', databaseUrl)
  await operator.query(statement)
}

/** A connection that is not one of the server's. */
export async function connectAs(name: string, databaseUrl: string) {
  const client = new Client({
    connectionString: databaseUrl,
    application_name: name,
    options: '-c default_transaction_read_only=off',
  })
  await client.connect()
  return Object.assign(client, { [Symbol.asyncDispose]: () => client.end() })
}

/** Looks at a server's transactions from outside. */
export async function watchTransactions(databaseUrl: string) {
  if (databaseUrl.startsWith('file:')) {
    const database = new DatabaseSync(addressOf(databaseUrl), { timeout: 0 })
    return {
      /** Whether one of them has written and is not over: it holds the only lock for that. */
      async areWriting() {
        try {
          database.exec('begin immediate; rollback')
          return false
        } catch {
          return true
        }
      },
      /** Ends every connection of the server; a file has none. */
      async cutAll() {},
      [Symbol.asyncDispose]: async () => database.close(),
    }
  }
  const client = await connectAs('watch', databaseUrl)
  const ofServer = `from pg_stat_activity where datname = current_database()
    and application_name = 'aman'`
  return {
    // A transaction has an id from its first write on.
    async areWriting() {
      const { rows } = await client.query(`select 1 ${ofServer} and backend_xid is not null`)
      return rows.length > 0
    },
    async cutAll() {
      await client.query(`select pg_terminate_backend(pid) ${ofServer}`)
    },
    [Symbol.asyncDispose]: () => client.end(),
  }
}
