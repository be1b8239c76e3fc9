import { Kysely, sql } from 'kysely'
import { secondMs } from '../core/clock.ts'
import { migrate } from './migrate.ts'
import { PortablePostgresDialect } from './postgres-dialect.ts'
import { createPool } from './postgres-pool.ts'
import type { Database, Tables } from './tables.ts'

/** A server that does not answer at all is like one that is gone. */
const answerMs = 30 * secondMs

export async function openPostgres(url: string, connections: number): Promise<Database> {
  await prepare(url)
  return connectPostgres(url, connections)
}

/** As it is, without a migration. */
export function connectPostgres(url: string, connections: number): Database {
  return connect(url, connections, answerMs)
}

/** Over a connection of its own, for a migration takes as long as there is data. */
async function prepare(url: string): Promise<void> {
  const database = connect(url, 1, 0)
  try {
    const { rows } = await sql<{ server_encoding: string }>`show server_encoding`.execute(database)
    const encoding = rows[0]?.server_encoding
    if (encoding !== 'UTF8') throw new Error(`its encoding is ${encoding}, but must be UTF8`)
    await migrate(database)
  } finally {
    await database.destroy()
  }
}

function connect(url: string, connections: number, timeoutMs: number): Database {
  const pool = createPool(url, connections, timeoutMs)
  return new Kysely<Tables>({ dialect: new PortablePostgresDialect(pool) })
}
