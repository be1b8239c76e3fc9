import { expect, test } from 'vitest'
import { dayMs, hourMs, minuteMs } from '../../../server/core/clock.ts'
import { runHousekeeping } from '../../../server/housekeeping.ts'
import { isSignedIn, yearMs } from '../../support/server/clock-jumps.ts'
import { createTestServer } from '../../support/server/server.ts'
import { visitHousekeeping } from '../../support/visit-housekeeping.ts'
import { makeSession, makeUser, reportScans } from '../../support/worlds/factories.ts'

test('a clock that is a year ahead for less than an hour deletes nothing', async () => {
  await using server = await createTestServer()
  const user = await makeUser(server)
  await reportScans(server, user, [{}])
  const runHousekeeping = () => visitHousekeeping(server.services)
  const scans = () => server.database.selectFrom('scans').select('id').execute()
  await runHousekeeping()
  server.clock.pass(yearMs + 59 * minuteMs)
  const token = await makeSession(server, user)
  await runHousekeeping()
  // Another hour on the clock, for a server that has just started.
  server.clock.pass(minuteMs)
  await runHousekeeping()
  server.clock.pass(-yearMs)
  await runHousekeeping()
  expect(await scans()).toHaveLength(1)
  expect(server.logged.filter((line) => line.includes('waits for an hour'))).toHaveLength(3)
  for (let hours = 0; hours < 3; hours += 1) {
    server.clock.pass(hourMs)
    await runHousekeeping()
  }
  expect(await scans()).toHaveLength(1)
  expect(await server.database.selectFrom('sessions').selectAll().execute()).toEqual([])
  expect(await isSignedIn(server, token)).toBe(false)
})

test('a server that was stopped for a month deletes at most two hours after its start', async () => {
  await using server = await createTestServer()
  await reportScans(server, await makeUser(server), [{}])
  await visitHousekeeping(server.services)
  server.clock.pass(31 * dayMs)
  for (let hours = 0; hours < 3; hours += 1) {
    await visitHousekeeping(server.services)
    server.clock.pass(hourMs)
  }
  expect(await server.database.selectFrom('scans').select('id').execute()).toEqual([])
})

test('a jump is still noticed when the server dies while recording it', async () => {
  await using server = await createTestServer()
  await reportScans(server, await makeUser(server), [{}])
  await visitHousekeeping(server.services)
  server.clock.pass(yearMs)
  let writes = 0
  const database = server.database.withPlugin({
    transformQuery: ({ node }) => {
      if (node.kind === 'InsertQueryNode') writes += 1
      if (writes === 2) throw new Error('killed')
      return node
    },
    transformResult: async ({ result }) => result,
  })
  await visitHousekeeping({ ...server.services, database })
  expect(server.logged.at(-1)).toContain('killed')
  for (const minutes of [0, 60, 59]) {
    server.clock.pass(minutes * minuteMs)
    await visitHousekeeping(server.services)
  }
  expect(await server.database.selectFrom('scans').select('id').execute()).toHaveLength(1)
})

test('a clock that starts in 1970 deletes nothing', async () => {
  await using server = await createTestServer()
  const user = await makeUser(server)
  const token = await makeSession(server, user)
  await visitHousekeeping(server.services)
  const now = server.clock().getTime()
  server.clock.pass(-now)
  await visitHousekeeping(server.services)
  server.clock.pass(now)
  expect(await isSignedIn(server, token)).toBe(true)
})

test('a session that begins during a long run of housekeeping stays', async () => {
  await using server = await createTestServer()
  const user = await makeUser(server)
  const times = [server.services.clock()]
  server.clock.pass(5 * minuteMs)
  const token = await makeSession(server, user)
  const { clock } = server.services
  await runHousekeeping({ ...server.services, clock: () => times.shift() ?? clock() })
  expect(await isSignedIn(server, token)).toBe(true)
})
