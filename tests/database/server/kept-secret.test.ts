import { expect, test } from 'vitest'
import { keptSecret } from '../../../server/database/kept-secret.ts'
import { createTestServer } from '../../support/server/server.ts'

const kept = ({
  database,
}: {
  database: Awaited<ReturnType<typeof createTestServer>>['database']
}) => database.selectFrom('secrets').select('value').where('name', '=', 'of a test').execute()

test('a secret is created once, and read from the database once', async () => {
  await using server = await createTestServer()
  const secret = await keptSecret(server, 'of a test')
  expect(await kept(server)).toEqual([{ value: secret }])
  expect(await keptSecret(server, 'of a test')).toBe(secret)
  await server.database.deleteFrom('secrets').execute()
  expect(await keptSecret(server, 'of a test')).toBe(secret)
  expect(await keptSecret(server, 'of another test')).not.toBe(secret)
})

test('a secret of a transaction that was rolled back is forgotten', async () => {
  await using server = await createTestServer()
  const { database, clock } = server
  const secrets: string[] = []
  const rolledBack = database.transaction().execute(async (transaction) => {
    secrets.push(await keptSecret({ database: transaction, clock }, 'of a test'))
    secrets.push(await keptSecret({ database: transaction, clock }, 'of a test'))
    throw new Error('rolled back')
  })
  await expect(rolledBack).rejects.toThrow('rolled back')
  expect(secrets[0]).toBe(secrets[1])
  const secret = await keptSecret(server, 'of a test')
  expect(secrets).not.toContain(secret)
  expect(await kept(server)).toEqual([{ value: secret }])
})
