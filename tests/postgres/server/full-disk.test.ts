import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { createTestServer } from '../../support/server/server.ts'
import { createEmptyDatabase } from '../../support/server/test-database.ts'

test('while the disk has no room for new pages the server is not ready, although a row can be changed', async () => {
  await using created = await createEmptyDatabase()
  await using server = await createTestServer({ address: created.address })
  const { database } = server
  expect((await server.get('/api/ready')).status).toBe(200)
  // PostgreSQL's error when a file cannot grow.
  await sql`create function refuse() returns event_trigger language plpgsql as $$ begin
    raise exception using errcode = '53100', message = 'could not extend file: No space left';
  end $$`.execute(database)
  await sql`create event trigger full_disk on ddl_command_start execute function refuse()`.execute(
    database,
  )
  server.clock.pass(5000)
  const refused = await server.get('/api/ready')
  expect(refused.status).toBe(503)
  expect(refused.body).toMatchObject({ code: 'writes_refused', writes: false })
  await sql`drop event trigger full_disk`.execute(database)
  server.clock.pass(1000)
  expect((await server.get('/api/ready')).status).toBe(200)
  const left = await sql`select 1 from pg_class where relname = 'aman_ready'`.execute(database)
  expect(left.rows).toEqual([])
})
