import { expect, test } from 'vitest'
import { deleteEnded } from '../../../server/database/delete-ended.ts'
import { createTestServer } from '../../support/server/server.ts'
import { makeUser } from '../../support/worlds/factories.ts'

test('rows whose time has passed, or is later than possible, are deleted; the others stay', async () => {
  await using server = await createTestServer()
  const { id: user_id } = await makeUser(server)
  const [before, passed, open, latest, impossible] = ['01', '02', '03', '04', '05'].map(
    (day) => `2025-01-${day}T00:00:00.000Z`,
  )
  const times = [before, passed, open, latest, impossible].map((time) => time ?? '')
  await server.database
    .insertInto('code_attempts')
    .values(times.map((failed_at) => ({ id: failed_at, user_id, failed_at, device_hash: null })))
    .execute()
  await deleteEnded(server.database, {
    table: 'code_attempts',
    key: 'id',
    passed: ['failed_at', passed ?? ''],
    latest: ['failed_at', latest ?? ''],
  })
  const left = await server.database
    .selectFrom('code_attempts')
    .select('id')
    .orderBy('id')
    .execute()
  expect(left.map(({ id }) => id)).toEqual([open, latest])
})
