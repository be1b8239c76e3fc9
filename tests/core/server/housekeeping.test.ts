import { expect, test } from 'vitest'
import { createTestServer } from '../../support/server/server.ts'
import { visitHousekeeping } from '../../support/visit-housekeeping.ts'
import { makeUser, reportScans } from '../../support/worlds/factories.ts'

const dayMs = 24 * 60 * 60 * 1000

test('mail is deleted after its retention when the server starts, without a call', async () => {
  await using server = await createTestServer()
  await reportScans(server, await makeUser(server), [{}])
  server.clock.pass(31 * dayMs)
  await visitHousekeeping(server.services)
  expect(await server.database.selectFrom('scans').selectAll().execute()).toEqual([])
})

test('a failure is logged and does not stop other tasks', async () => {
  await using server = await createTestServer()
  await server.database.schema.dropTable('scans').execute()
  await visitHousekeeping(server.services)
  expect(server.logged).toHaveLength(1)
  expect(server.logged[0]).toContain('housekeeping failed')
})
