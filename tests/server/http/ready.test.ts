import { join } from 'node:path'
import { expect, test } from 'vitest'
import { openDatabase } from '../../../server/database/open.ts'
import { createTestServer } from '../../support/server.ts'
import { temporaryFolder } from '../../support/temporary-folder.ts'

test('a server whose database takes writes is ready', async () => {
  await using server = await createTestServer()
  const { status, body } = await server.get('/api/ready')
  expect(status).toBe(200)
  expect(body).toEqual({ status: 'ready' })
})

test('a database that takes no writes is a 503 here, though the server is well', async () => {
  await using folder = await temporaryFolder()
  const path = join(folder.path, 'aman.db')
  await using server = await createTestServer({ path })
  const holder = await openDatabase(path)
  await holder.transaction().execute(async () => {
    const answer = await server.get('/api/ready')
    expect(answer.status).toBe(503)
    expect(answer.headers.get('retry-after')).toBe('5')
    expect((await server.get('/api/health')).status).toBe(200)
  })
  await holder.destroy()
  server.clock.pass(1000)
  expect((await server.get('/api/ready')).status).toBe(200)
})

test('a database that lacks a migration is a 503', async () => {
  await using server = await createTestServer()
  await server.database
    .withTables<{ kysely_migration: { name: string } }>()
    .deleteFrom('kysely_migration')
    .where('name', '=', '0003-receipts')
    .execute()
  const answer = await server.get('/api/ready')
  expect(answer.status).toBe(503)
  expect(answer.detail).toBe('The database is of an older version')
})

test('asking often writes once a second', async () => {
  await using server = await createTestServer()
  await server.get('/api/ready')
  await server.database.deleteFrom('counters').execute()
  await server.get('/api/ready')
  expect(await server.database.selectFrom('counters').selectAll().execute()).toEqual([])
  server.clock.pass(1000)
  await server.get('/api/ready')
  expect(await server.database.selectFrom('counters').select('name').execute()).toHaveLength(1)
})
