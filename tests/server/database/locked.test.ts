import { join } from 'node:path'
import { expect, test } from 'vitest'
import { openDatabase } from '../../../server/database/open.ts'
import { makeSession, makeUser } from '../../support/factories.ts'
import { createTestServer } from '../../support/server.ts'
import { temporaryFolder } from '../../support/temporary-folder.ts'

test('while another process holds the database, writing is a 503 and reading goes on', async () => {
  await using folder = await temporaryFolder()
  const path = join(folder.path, 'aman.db')
  await using server = await createTestServer({ path })
  const token = await makeSession(server, await makeUser(server, { consented: false }))
  const holder = await openDatabase(path)
  server.clock.pass(120_000)
  await holder.transaction().execute(async () => {
    const refused = await server.post('/api/users/consent', { token })
    expect(refused.status).toBe(503)
    expect(refused.headers.get('retry-after')).toBe('5')
    expect(refused.detail).toBe('The database cannot be used right now. Try again in a moment.')
    expect((await server.get('/api/auth/me', { token })).status).toBe(200)
  })
  await holder.destroy()
  expect((await server.post('/api/users/consent', { token })).status).toBe(200)
})
