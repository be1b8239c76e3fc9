import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { openDatabase } from '../../../server/database/opening/open.ts'
import { startPooler } from '../../support/postgres/pooler.ts'
import { findProxy } from '../../support/proxies/programs.ts'
import { openClient } from '../../support/server/client.ts'
import { startServer } from '../../support/server/running-server.ts'
import { startServerProcess } from '../../support/server/server-process.ts'
import { createEmptyDatabase, createTestDatabase } from '../../support/server/test-database.ts'

const pgbouncer = findProxy('pgbouncer')
const program = pgbouncer ?? ''
const password = 'violet kettle drum'

test.skipIf(pgbouncer === undefined)(
  'a server starts, signs in and survives a restart of PgBouncer that gives each connection a session',
  async () => {
    await using database = await createEmptyDatabase()
    await using pooler = await startPooler({ program, databaseUrl: database.url, mode: 'session' })
    await using server = await startServer(pooler.databaseUrl, { FIRST_ADMIN_PASSWORD: password })
    const client = openClient(server.url)
    const signIn = () =>
      client.send('POST', '/auth/login', { body: { username: 'admin', password } })
    expect((await signIn()).status).toBe(200)
    expect((await client.send('GET', '/ready')).status).toBe(200)
    await pooler.restart()
    await expect.poll(async () => (await signIn()).status).toBe(200)
    client.end()
    expect(server.output().stderr).toBe('')
  },
)

test.skipIf(pgbouncer === undefined)(
  'every connection waits five seconds for a lock at most, straight and through PgBouncer',
  async () => {
    await using created = await createTestDatabase()
    const databaseUrl = created.url
    await using pooler = await startPooler({ program, databaseUrl, mode: 'session' })
    for (const address of [created.address, pooler.databaseUrl]) {
      const database = await openDatabase(address)
      const { rows } = await sql`show lock_timeout`.execute(database)
      await database.destroy()
      expect(rows).toEqual([{ lock_timeout: '5s' }])
    }
  },
)

test.skipIf(pgbouncer === undefined).each([
  [
    'transaction',
    'a pooler gives each transaction another session and keeps no prepared statements: set pool_mode = session, or max_prepared_statements in PgBouncer 1.21 or later',
  ],
  ['statement', 'transaction blocks not allowed in statement pooling mode'],
] as const)(
  'a start behind PgBouncer with pool_mode = %s prints one line that says why it cannot work',
  async (mode, words) => {
    await using database = await createTestDatabase()
    await using pooler = await startPooler({ program, databaseUrl: database.url, mode })
    const environment = { DATABASE_URL: pooler.databaseUrl }
    // The pooler's sessions hold what the first start left in them.
    for (let start = 0; start < 2; start += 1) {
      const { exited, output } = await startServerProcess(environment)
      expect(await exited).toBe(1)
      const { stderr } = output()
      expect(stderr).toMatch(/^Cannot open the database 127\.0\.0\.1:\d+\/\w+: .+\n$/)
      expect(stderr).toContain(words)
    }
  },
)
