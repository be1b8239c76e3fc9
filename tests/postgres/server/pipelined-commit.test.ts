import { Kysely, sql } from 'kysely'
import type { PoolClient } from 'pg'
import { expect, test } from 'vitest'
import { PortablePostgresDialect } from '../../../server/database/drivers/postgres-dialect.ts'
import { openConnections } from '../../../server/database/drivers/postgres-pool.ts'
import { prepare } from '../../../server/database/drivers/prepare.ts'
import type { Database, Tables } from '../../../server/database/tables/tables.ts'
import { createTestDatabase } from '../../support/server/test-database.ts'

/** Sends what PostgreSQL refuses instead of the first such statement, as if an operator had cancelled it. */
function cancelFirst(start: 'begin' | 'commit', client: PoolClient): PoolClient {
  let isCancelled = false
  const query = client.query.bind(client) as (config: { text: string }) => unknown
  return Object.assign(client, {
    query: (config: { text: string }) => {
      if (!config.text.startsWith(start) || isCancelled) return query(config)
      isCancelled = true
      return query({ ...config, text: `${start}, cancelled` })
    },
  })
}

const counters = (database: Database) => database.selectFrom('counters').selectAll().execute()

/** One connection, of which the first such statement is cancelled. */
function connectTo(address: string, cancelled: 'begin' | 'commit') {
  const pool = openConnections(address, 1, 10_000)
  let one: PoolClient | undefined
  const connect = async () => {
    const client = await pool.connect()
    if (client !== one) one = cancelFirst(cancelled, client)
    return client
  }
  const dialect = new PortablePostgresDialect({ connect, end: () => pool.end() })
  const database = new Kysely<Tables>({ dialect })
  return Object.assign(database, { [Symbol.asyncDispose]: () => database.destroy() })
}

const addLast = prepare((database, named: (name: 'name') => string) =>
  database.insertInto('counters').values({ name: named('name'), value: 1 }),
)

test.each([
  [
    'after its statements',
    (database: Database) =>
      database.insertInto('counters').values({ name: 'lost', value: 1 }).execute(),
  ],
  [
    'behind the last statement',
    (database: Database) => addLast(database, { name: 'lost' }, { endsTransaction: true }),
  ],
])(
  'a commit %s that is cancelled leaves no open transaction to the next call',
  async (_, write) => {
    await using created = await createTestDatabase()
    await using database = connectTo(created.address, 'commit')
    const before = await counters(database)
    await expect(database.transaction().execute(write)).rejects.toThrow('syntax error')
    expect(await counters(database)).toEqual(before)
    // The connection is the same one, and its next transaction is whole.
    await database.transaction().execute(write)
    expect(await counters(database)).toHaveLength(before.length + 1)
    const { rows } = await sql`select 1 from pg_stat_activity where datname = current_database()
    and state = 'idle in transaction (aborted)'`.execute(database)
    expect(rows).toEqual([])
  },
)

test('a transaction whose begin is cancelled ends with its first statement', async () => {
  await using created = await createTestDatabase()
  await using database = connectTo(created.address, 'begin')
  const readAndWrite = async (transaction: Database) => {
    await counters(transaction)
    await transaction.insertInto('counters').values({ name: 'second', value: 1 }).execute()
  }
  await expect(database.transaction().execute(readAndWrite)).rejects.toThrow('syntax error')
  const names = (await counters(database)).map(({ name }) => name)
  expect(names).not.toContain('second')
  await database.transaction().execute(readAndWrite)
})
