import { expect, test } from 'vitest'
import { dayMs, minuteMs } from '../../../server/core/clock.ts'
import { openDatabase } from '../../../server/database/opening/open.ts'
import { learnOnce } from '../../../server/judge/judge.ts'
import { killedAfter } from '../../support/crash/killed-after.ts'
import { dismiss, giveLesson, makePupil, secondDay, stateOf } from '../../support/crash/learning.ts'
import { createTestServer } from '../../support/server/server.ts'
import { createTestDatabase } from '../../support/server/test-database.ts'

test('an update that is killed at any statement leaves the old version or the new one, and two servers learn the rest once', async () => {
  await using given = await createTestDatabase()
  await using one = await createTestServer({ address: given.address })
  await using cleanUp = new AsyncDisposableStack()
  const database = await openDatabase(given.address)
  cleanUp.defer(() => database.destroy())
  const other = { ...one.services, database }
  const seen = { before: 0, after: 0 }
  for (let isKilled = true, statements = 0; isKilled; statements += 1) {
    const pupil = await makePupil(one.services)
    await giveLesson(one.services, pupil)
    one.clock.pass(5 * minuteMs)
    await learnOnce(one.services)
    one.clock.pass(dayMs)
    await giveLesson(one.services, pupil)
    one.clock.pass(5 * minuteMs)
    const killed = { ...other, database: database.withPlugin(killedAfter(statements)) }
    isKilled = await learnOnce(killed).then(
      () => false,
      () => true,
    )
    const state = await stateOf(one.services, pupil.organizationId)
    seen[state.version === 2 ? 'after' : 'before'] += 1
    expect([secondDay.before, secondDay.after]).toContainEqual(state)
    one.clock.pass(minuteMs)
    await Promise.all([learnOnce(one.services), learnOnce(other)])
    expect(await stateOf(one.services, pupil.organizationId)).toEqual(secondDay.after)
    await dismiss(one.services, pupil.organizationId)
  }
  expect(seen.before).toBeGreaterThanOrEqual(20)
  expect(seen.after).toBeGreaterThanOrEqual(1)
})
