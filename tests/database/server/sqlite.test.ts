import { stat } from 'node:fs/promises'
import { DatabaseSync } from 'node:sqlite'
import { sql } from 'kysely'
import { expect } from 'vitest'
import { listFlagsEndpoint } from '../../../contract/flags/list-flags.ts'
import { migrate } from '../../../server/database/opening/migrate.ts'
import { wrapSqlite } from '../../../server/database/opening/open-sqlite.ts'
import { createTestServer } from '../../support/server/server.ts'
import { test } from '../../support/server/server-test.ts'
import { createTestDatabase } from '../../support/server/test-database.ts'
import { makeSession, makeUser } from '../../support/worlds/factories.ts'

async function openEmpty() {
  const sqlite = new DatabaseSync(':memory:')
  const database = wrapSqlite(sqlite)
  await migrate(database)
  const count = sqlite.prepare('select count(*) as count from counters')
  return {
    database,
    /** Counts rows at this moment, in no queue. */
    countNow: () => count.get()?.count,
    add: (name: string) => database.insertInto('counters').values({ name, value: 1 }).execute(),
    [Symbol.asyncDispose]: () => database.destroy(),
  }
}

test('on SQLite a statement outside a transaction waits for its end, and sees nothing of it before', async () => {
  await using place = await openEmpty()
  const before = Number(place.countNow())
  const rolledBack = await place.database.startTransaction().execute()
  await rolledBack.insertInto('counters').values({ name: 'undone', value: 1 }).execute()
  const names = place.database.selectFrom('counters').select('name').execute()
  const adding = place.add('one')
  expect(place.countNow()).toBe(before + 1)
  await rolledBack.rollback().execute()
  expect((await names).map(({ name }) => name)).not.toContain('undone')
  await adding
  expect(place.countNow()).toBe(before + 1)
})

const minuteMs = 60_000

test('while the database is read-only a session continues, and its use is stored as soon as possible', async () => {
  await using server = await createTestServer()
  const token = await makeSession(server, await makeUser(server))
  const used = server.database.selectFrom('sessions').select('last_used_at')
  const made = await used.executeTakeFirstOrThrow()
  server.clock.pass(2 * minuteMs)
  await sql`pragma query_only = on`.execute(server.database)
  expect((await server.get('/api/auth/me', { token })).status).toBe(200)
  await sql`pragma query_only = off`.execute(server.database)
  expect(await used.executeTakeFirstOrThrow()).toEqual(made)
  expect((await server.get('/api/auth/me', { token })).status).toBe(200)
  expect(await used.executeTakeFirstOrThrow()).toEqual({
    last_used_at: server.clock().toISOString(),
  })
})

test('any other failure to store the use fails the call', async ({ server }) => {
  const token = await makeSession(server, await makeUser(server))
  await sql`create trigger no_notes before update on sessions begin select raise(abort, 'no'); end`.execute(
    server.database,
  )
  expect((await server.get('/api/auth/me', { token })).status).toBe(200)
  server.clock.pass(2 * minuteMs)
  expect((await server.get('/api/auth/me', { token })).status).toBe(500)
})

test('a denial is returned though the trail is read-only, and recorded as soon as possible', async () => {
  await using server = await createTestServer()
  const token = await makeSession(server, await makeUser(server))
  const refused = server.database.selectFrom('audit').select('detail')
  await sql`pragma query_only = on`.execute(server.database)
  expect((await server.get('/api/admin/users', { token })).status).toBe(403)
  await sql`pragma query_only = off`.execute(server.database)
  expect(await refused.execute()).toEqual([])
  expect((await server.get('/api/admin/users', { token })).status).toBe(403)
  expect(await refused.execute()).toEqual([{ detail: 'GET /admin/users' }])
})

test('a denial that cannot be recorded for another reason fails the call', async ({ server }) => {
  const token = await makeSession(server, await makeUser(server))
  await server.database.schema.dropTable('audit').execute()
  expect((await server.get('/api/admin/users', { token })).status).toBe(500)
})

const words = 'The database cannot be used right now. Try again in a moment.'

test('while another process locks the database, writes are a 503 and reads work', async () => {
  await using database = await createTestDatabase()
  await using server = await createTestServer({ address: database.address })
  const token = await makeSession(server, await makeUser(server, { consented: false }))
  // Old enough that a call stores the session's use.
  server.clock.pass(120_000)
  const holder = new DatabaseSync(database.address)
  holder.exec('begin exclusive')
  for (const refused of [
    await server.post('/api/users/consent', { token }),
    await server.get('/api/ready'),
  ]) {
    expect(refused.status).toBe(503)
    expect(refused.headers.get('retry-after')).toBe('5')
    expect(refused.detail).toBe(words)
  }
  expect((await server.get('/api/health')).status).toBe(200)
  expect((await server.get('/api/auth/me', { token })).status).toBe(200)
  holder.exec('rollback')
  holder.close()
  server.clock.pass(1000)
  expect((await server.post('/api/users/consent', { token })).status).toBe(200)
  expect((await server.get('/api/ready')).status).toBe(200)
})

test('readiness is checked by writing to the disk, each time', async () => {
  await using database = await createTestDatabase()
  await using server = await createTestServer({ address: database.address })
  const writtenBytes = async () => (await stat(`${database.address}-wal`)).size
  for (let round = 0; round < 3; round += 1) {
    const before = await writtenBytes()
    expect((await server.get('/api/ready')).status).toBe(200)
    expect(await writtenBytes()).toBeGreaterThan(before)
    server.clock.pass(1000)
  }
})

test('while the disk is full, writes are a 503 and reads work', async ({ server }) => {
  const token = await makeSession(server, await makeUser(server))
  let count = 0
  const addFlag = () => {
    count += 1
    const body = { flag_type: 'red', value: `sender-${count}.example` }
    return server.post('/api/flags/add', { token, body })
  }
  const { rows } = await sql<{ page_count: number }>`pragma page_count`.execute(server.database)
  await sql`pragma max_page_count = ${sql.lit(rows[0]?.page_count)}`.execute(server.database)
  let answer = await addFlag()
  while (answer.status === 200 && count < 1000) answer = await addFlag()
  expect(answer.status).toBe(503)
  expect(answer.detail).toBe(words)
  const listed = await server.get('/api/flags/list', { token })
  expect(listed.output(listFlagsEndpoint).total).toBe(count - 1)
  await sql`pragma max_page_count = 1000000`.execute(server.database)
  expect((await addFlag()).status).toBe(200)
})
