import { expect } from 'vitest'
import { test } from '../../support/server/server-test.ts'

test('a server whose database is writable is ready', async ({ server }) => {
  const { status, body } = await server.get('/api/ready')
  expect(status).toBe(200)
  expect(body).toMatchObject({ status: 'ready' })
})

test('a database that lacks a migration is a 503', async ({ server }) => {
  await server.database
    .withTables<{ kysely_migration: { name: string } }>()
    .deleteFrom('kysely_migration')
    .where('name', '=', '0003-receipts')
    .execute()
  const answer = await server.get('/api/ready')
  expect(answer.status).toBe(503)
  expect(answer.detail).toBe('The database is of an older version')
})

test('frequent checks write once a second', async ({ server }) => {
  await server.get('/api/ready')
  await server.database.deleteFrom('counters').execute()
  await server.get('/api/ready')
  expect(await server.database.selectFrom('counters').selectAll().execute()).toEqual([])
  server.clock.pass(1000)
  await server.get('/api/ready')
  expect(await server.database.selectFrom('counters').select('name').execute()).toHaveLength(1)
})
