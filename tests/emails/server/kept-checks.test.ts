import { expect, test } from 'vitest'
import { exportUser } from '../../../server/account/export-user.ts'
import { beginCheck, finishCheck } from '../../../server/emails/checks/kept-checks.ts'
import { runHousekeeping } from '../../../server/housekeeping.ts'
import { createTestServer, type TestServer } from '../../support/server/server.ts'
import { makeSession, makeUser } from '../../support/worlds/factories.ts'

const dayMs = 24 * 60 * 60 * 1000

async function makeCheck(server: TestServer, userId: string) {
  const check = await beginCheck(server.services, { id: userId, organization_id: null })
  await finishCheck(server.services, check, 'suspicious')
  return check.id
}

function ids({ database }: TestServer) {
  return database.selectFrom('mail_checks').select('id').orderBy('id').execute()
}

test('that a mail was checked is kept for 30 days', async () => {
  await using server = await createTestServer()
  const user = await makeUser(server)
  await makeCheck(server, user.id)
  server.clock.pass(29 * dayMs)
  const id = await makeCheck(server, user.id)
  await runHousekeeping(server.services)
  expect(await ids(server)).toHaveLength(2)
  server.clock.pass(dayMs)
  await runHousekeeping(server.services)
  expect(await ids(server)).toEqual([{ id }])
})

test('a check from while the clock was ahead is kept for 30 days from now', async () => {
  await using server = await createTestServer()
  const user = await makeUser(server)
  server.clock.pass(365 * dayMs)
  await makeCheck(server, user.id)
  server.clock.pass(-365 * dayMs)
  await runHousekeeping(server.services)
  expect(await ids(server)).toHaveLength(1)
  server.clock.pass(30 * dayMs)
  await runHousekeeping(server.services)
  expect(await ids(server)).toEqual([])
})

test('it goes with the user, and the checks of others stay', async () => {
  await using server = await createTestServer()
  const admin = await makeUser(server, { role: 'super_admin' })
  const user = await makeUser(server)
  await makeCheck(server, user.id)
  const kept = await makeCheck(server, admin.id)
  const token = await makeSession(server, admin)
  expect((await server.delete(`/api/admin/users/${user.id}`, { token })).status).toBe(200)
  expect(await ids(server)).toEqual([{ id: kept }])
})

test('it is part of what a user is given', async () => {
  await using server = await createTestServer()
  const user = await makeUser(server)
  const id = await makeCheck(server, user.id)
  const unfinished = await beginCheck(server.services, {
    id: user.id,
    organization_id: null,
  })
  await makeCheck(server, (await makeUser(server)).id)
  const checked_at = server.clock().toISOString()
  expect(await exportUser(server.services, user.username)).toMatchObject({
    mail_checks: [
      { id, checked_at, threat_level: 'suspicious' },
      { id: unfinished.id, checked_at, threat_level: null },
    ],
  })
})
