import { expect, test } from 'vitest'
import {
  isReferenceViolation,
  isUniqueViolation,
} from '../../../server/database/drivers/database-error.ts'
import { createTestServer } from '../../support/server/server.ts'
import { makeFlag, makeUser } from '../../support/worlds/factories.ts'

test('a conflict with another row is distinguished from a programming error', async () => {
  await using server = await createTestServer()
  const user = await makeUser(server)
  const same = await makeUser(server, { username: user.username }).catch((cause: unknown) => cause)
  expect([isUniqueViolation(same), isReferenceViolation(same)]).toEqual([true, false])
  const flag = { flag_type: 'red', value: 'spam.example' } as const
  const alone = await makeFlag(server, { id: 'unknown' }, flag).catch((cause: unknown) => cause)
  expect([isUniqueViolation(alone), isReferenceViolation(alone)]).toEqual([false, true])
  const mistake = await server.database
    .updateTable('users')
    // @ts-expect-error there is no such column
    .set({ nickname: 'Rania' })
    .execute()
    .catch((cause: unknown) => cause)
  expect([isUniqueViolation(mistake), isReferenceViolation(mistake)]).toEqual([false, false])
})
