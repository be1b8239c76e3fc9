import { stat } from 'node:fs/promises'
import { DatabaseSync } from 'node:sqlite'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { listFlagsEndpoint } from '../../../contract/flags/list-flags.ts'
import { createTestServer } from '../../support/server/server.ts'
import { createTestDatabase } from '../../support/server/test-database.ts'
import { makeSession, makeUser } from '../../support/worlds/factories.ts'

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

test('while the disk is full, writes are a 503 and reads work', async () => {
  await using server = await createTestServer()
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
