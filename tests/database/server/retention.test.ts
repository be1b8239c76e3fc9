import { expect, test } from 'vitest'
import { clockSkewMs, dayMs } from '../../../server/core/clock.ts'
import { deleteExpired } from '../../../server/database/retention.ts'
import { createTestServer } from '../../support/server/server.ts'
import { makeUser } from '../../support/worlds/factories.ts'

test('rows whose time has passed, or is later than possible, are deleted; the others stay', async () => {
  await using server = await createTestServer()
  const { id: user_id } = await makeUser(server)
  const [before, passed, open, latest, impossible] = ['01', '02', '03', '04', '05'].map(
    (day) => `2025-01-${day}T00:00:00.000Z`,
  )
  const now = new Date(Date.parse(passed ?? '') + dayMs)
  const times = [before, passed, open, latest, impossible].map((time) => time ?? '')
  await server.database
    .insertInto('code_attempts')
    .values(times.map((failed_at) => ({ id: failed_at, user_id, failed_at, device_hash: null })))
    .execute()
  const aheadMs = Date.parse(latest ?? '') - now.getTime() - clockSkewMs
  const kept = {
    ...({ table: 'code_attempts', date: 'failed_at' } as const),
    ...({ keptMs: dayMs, future: 'delete', aheadMs } as const),
  }
  await deleteExpired(server.database, kept, now)
  const left = await server.database
    .selectFrom('code_attempts')
    .select('id')
    .orderBy('id')
    .execute()
  expect(left.map(({ id }) => id)).toEqual([open, latest])
})
