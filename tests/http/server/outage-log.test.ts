import { expect, test } from 'vitest'
import { createTestServer } from '../../support/server/server.ts'

test('an outage of the database is a line a second, and only the first has the stack', async () => {
  await using server = await createTestServer()
  await server.database.destroy()
  const unavailable = Object.assign(new Error('disk I/O error'), { errcode: 10 })
  const transaction = () => {
    throw unavailable
  }
  const { logged } = server
  Object.assign(server.services.database, { selectFrom: transaction, executeQuery: transaction })
  const ask = () => server.get('/api/auth/me', { token: 'a'.repeat(43) })
  for (let call = 0; call < 20; call += 1) expect((await ask()).status).toBe(503)
  server.clock.pass(1000)
  await ask()
  const lines = logged.map((line): unknown => JSON.parse(line))
  expect(lines).toEqual([
    [
      'error',
      'database unavailable',
      expect.objectContaining({ failed: 1, error: expect.stringContaining('at ') }),
    ],
    [
      'error',
      'database unavailable',
      expect.objectContaining({ failed: 20, error: 'disk I/O error' }),
    ],
  ])
})
