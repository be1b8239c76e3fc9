import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { createTestServer } from '../../support/server/server.ts'
import { makeSession, makeUser } from '../../support/worlds/factories.ts'

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

test('any other failure to store the use fails the call', async () => {
  await using server = await createTestServer()
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

test('a denial that cannot be recorded for another reason fails the call', async () => {
  await using server = await createTestServer()
  const token = await makeSession(server, await makeUser(server))
  await server.database.schema.dropTable('audit').execute()
  expect((await server.get('/api/admin/users', { token })).status).toBe(500)
})
