import { execFile } from 'node:child_process'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { CompiledQuery, type KyselyPlugin, sql } from 'kysely'
import { expect } from 'vitest'
import { createApp } from '../../../server/app.ts'
import { readConfiguration } from '../../../server/core/configuration.ts'
import { takeAdvisoryLock } from '../../../server/database/advisory-lock.ts'
import { isUnavailable } from '../../../server/database/drivers/database-error.ts'
import { newId } from '../../../server/database/id.ts'
import type { Database } from '../../../server/database/tables/tables.ts'
import { readRecentThreats } from '../../../server/emails/employee-dashboard.ts'
import { documentedBlock } from '../../../tools/chaos/documented-block.ts'
import { settingsUnder } from '../../../tools/chaos/failover/documented.ts'
import { findProxy } from '../../support/proxies/proxy.ts'
import { connectTo } from '../../support/server/earlier-database.ts'
import { request } from '../../support/server/request.ts'
import { createTestServer } from '../../support/server/server.ts'
import { test } from '../../support/server/server-test.ts'
import { createTestDatabase } from '../../support/server/test-database.ts'
import { temporaryFolder } from '../../support/temporary-folder.ts'
import { makeSession, makeUser } from '../../support/worlds/factories.ts'

test('text is ordered like in SQLite, and numbers have 64 bits', async ({ server }) => {
  const { rows } = await sql<{ data_type: string; collation_name: string | null }>`
    select distinct data_type, collation_name from information_schema.columns
    where table_schema = 'public' and table_name not like 'kysely%' order by data_type
  `.execute(server.database)
  expect(rows).toEqual([
    { data_type: 'bigint', collation_name: null },
    { data_type: 'double precision', collation_name: null },
    { data_type: 'text', collation_name: 'C' },
  ])
})

test('tables are read while another server drops one', async () => {
  await using created = await createTestDatabase()
  const [reader, other] = [connectTo(created.address), connectTo(created.address)]
  await sql`create table ending (id text)`.execute(other)
  const reading = await reader.startTransaction().execute()
  await sql`set transaction isolation level repeatable read`.execute(reading)
  // The first query fixes the view of the transaction.
  await sql`select 1`.execute(reading)
  await sql`drop table ending`.execute(other)
  const tables = await reading.introspection.getTables()
  expect(tables.map(({ name }) => name)).toContain('ending')
  await reading.rollback().execute()
  await Promise.all([reader, other].map((it) => it.destroy()))
})

test('a large number is read as it was written', async ({ server }) => {
  const large = { name: 'large', value: 2 ** 52 + 1 }
  await server.database.insertInto('counters').values(large).execute()
  const counters = server.database.selectFrom('counters')
  expect(await counters.selectAll().executeTakeFirst()).toEqual(large)
  const sum = counters.select(({ fn }) => fn.sum<number>('value').as('sum'))
  expect(await sum.executeTakeFirst()).toEqual({ sum: large.value })
})

async function countFailures(database: Database): Promise<number> {
  return (await database.selectFrom('login_failures').select('id').execute()).length
}

/** The names of the prepared statements of the connection that a transaction holds. */
const preparedBy = async (database: Database, runs: number): Promise<string[]> =>
  database.transaction().execute(async (transaction) => {
    const id = newId()
    for (let run = 0; run < runs; run += 1)
      await readRecentThreats(transaction, { userId: id, now: '' })
    const { rows } = await sql<{ name: string }>`
      select name from pg_prepared_statements where statement like '%from "scans"%'
    `.execute(transaction)
    return rows.map(({ name }) => name)
  })

test('a query of every call is planned once for a connection, others for each run', async () => {
  await using server = await createTestServer()
  expect(await preparedBy(server.database, 0)).toEqual([])
  expect(await preparedBy(server.database, 2)).toEqual([expect.stringMatching(/^aman_\d+$/)])
})

test('an advisory lock is exclusive until its transaction ends', async ({ server }) => {
  const { database } = server
  const found = await Promise.all(
    Array.from({ length: 20 }, () =>
      database.transaction().execute(async (transaction) => {
        await takeAdvisoryLock(transaction, 'second', 'first')
        const before = await countFailures(transaction)
        const failure = { id: newId(), username_key: 'a', address: 'b', failed_at: 'c' }
        await transaction.insertInto('login_failures').values(failure).execute()
        return before
      }),
    ),
  )
  expect(found.toSorted((one, other) => one - other)).toEqual(
    Array.from({ length: 20 }, (_, position) => position),
  )
  await expect(takeAdvisoryLock(database, 'first')).rejects.toThrow(
    'a turn ends with its transaction',
  )
})

test.for([
  ['a full disk', '53100'],
  ['too many connections', '53300'],
  ['a server that is stopped', '57P01'],
  ['a deadlock', '40P01'],
  ['a conflict of transactions', '40001'],
  ['a lock that is not free', '55P03'],
])('%s is distinguished from a programming error', async ([_what, code], { server }) => {
  const failing = sql`do $$ begin raise exception using errcode = ${sql.lit(code)}; end $$`
  expect(await failing.execute(server.database).catch(isUnavailable)).toBe(true)
  expect(await sql`select nonsense`.execute(server.database).catch(isUnavailable)).toBe(false)
})

test('while the database is read-only writes are a 503, and reads work', async () => {
  await using database = await createTestDatabase()
  const { address } = database
  await using prepared = await createTestServer({ address })
  const token = await makeSession(prepared, await makeUser(prepared, { consented: false }))
  const name = sql.id(new URL(address).pathname.slice(1))
  const setting = sql`alter database ${name} set default_transaction_read_only`
  await sql`${setting} = on`.execute(prepared.database)
  // An existing connection keeps its setting.
  await using server = await createTestServer({ address })
  const refused = await server.post('/api/users/consent', { token })
  expect(refused.status).toBe(503)
  expect(refused.detail).toBe('The database cannot be used right now. Try again in a moment.')
  expect((await server.get('/api/ready')).status).toBe(503)
  expect((await server.get('/api/auth/me', { token })).status).toBe(200)
  await sql`${setting} = off`.execute(prepared.database)
})

test('a transaction that failed on a full disk is rolled back, and the connection stays usable', async () => {
  await using server = await createTestServer()
  const selected = await server.database.connection().execute(async (connection) => {
    const broken = connection
      .transaction()
      .execute((transaction) =>
        sql`do $$ begin raise exception using errcode = '53100', message = 'no room'; end $$`.execute(
          transaction,
        ),
      )
    await expect(broken).rejects.toThrow('no room')
    return sql<{ one: number }>`select 1 as one`.execute(connection)
  })
  expect(selected.rows).toEqual([{ one: 1 }])
})

test('terms of three letters or more are answered from the trigram index', async ({ server }) => {
  const token = await makeSession(server, await makeUser(server, { role: 'super_admin' }))
  const statements: CompiledQuery[] = []
  const plugin: KyselyPlugin = {
    transformQuery({ node, queryId }) {
      statements.push(server.database.getExecutor().compileQuery(node, queryId))
      return node
    },
    transformResult: async ({ result }) => result,
  }
  const app = createApp({ ...server.services, database: server.database.withPlugin(plugin) })
  for (const [list, term, isIndexed] of [
    ['users', 'person', true],
    ['users', 'pe', false],
    ['organizations', 'organ', true],
    ['organizations', '%25 -', false],
  ] as const) {
    statements.length = 0
    const path = `/api/admin/${list}?limit=1&q=${term}`
    expect((await request(app, 'GET', path, { token })).status).toBe(200)
    // It finds the ids before their rows are read.
    const searches = statements.filter(({ sql: text }) =>
      text.startsWith(`select id from "${list}" where "search_text" like`),
    )
    expect(searches.length, path).toBe(isIndexed ? 1 : 0)
    const plans = await server.database.transaction().execute(async (transaction) => {
      // So few rows are faster to read without an index.
      await sql`set local enable_seqscan = off`.execute(transaction)
      return Promise.all(
        searches.map(({ sql: text, parameters }) =>
          transaction.executeQuery(CompiledQuery.raw(`explain ${text}`, [...parameters])),
        ),
      )
    })
    expect(JSON.stringify(plans)).toContain(isIndexed ? `${list}_by_search_text` : '[]')
  }
})

const run = promisify(execFile)

test('the documented Patroni waits for a second machine, and hands over in less than 30 seconds', () => {
  const patroni = settingsUnder('## Patroni')
  const seconds = (name: string) =>
    Number(new RegExp(`^ +${name}: (\\d+)$`, 'm').exec(patroni)?.[1])
  // As Patroni demands.
  expect(seconds('loop_wait') + 2 * seconds('retry_timeout')).toBeLessThanOrEqual(seconds('ttl'))
  expect(seconds('ttl')).toBeLessThan(30)
  expect(seconds('primary_start_timeout')).toBeLessThan(30)
  expect(patroni).toMatch(/^ +synchronous_mode: true$/m)
  expect(patroni).toMatch(/^ +synchronous_mode_strict: true$/m)
})

test('the documented DATABASE_URL of three hosts is one that Aman takes', () => {
  const [, url = ''] = /^DATABASE_URL='(.+)'$/m.exec(settingsUnder('## Aman')) ?? []
  expect(readConfiguration({ DATABASE_URL: url }).database.address).toContain(',127.0.2.23:5432/')
})

const haproxy = findProxy('haproxy')

test.skipIf(haproxy === undefined)(
  'HAProxy takes the documented settings in front of PostgreSQL',
  async () => {
    await using folder = await temporaryFolder()
    const file = join(folder.path, 'haproxy.cfg')
    await writeFile(file, settingsUnder('### HAProxy'))
    await expect(run(haproxy ?? '', ['-c', '-f', file])).resolves.toBeDefined()
  },
)

test('the documented restore archives what is newest before it stops PostgreSQL', async () => {
  const commands = documentedBlock('restore.md', 'Stop all servers')
  await expect(run('bash', ['-n', '-c', commands])).resolves.toBeDefined()
  const order = ['check', 'stop', '--type=time', 'start', 'backup'].map((word) =>
    commands.indexOf(word),
  )
  expect(order).toEqual(order.toSorted((one, other) => one - other))
  expect(order).not.toContain(-1)
})
