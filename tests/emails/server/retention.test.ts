import { expect, test } from 'vitest'
import { deleteExpiredScans } from '../../../server/emails/note-arrival.ts'
import { runHousekeeping } from '../../../server/housekeeping.ts'
import { createTestServer, type TestServer } from '../../support/server/server.ts'
import { makeSession, makeUser, reportScans } from '../../support/worlds/factories.ts'

const dayMs = 24 * 60 * 60 * 1000
const levels = ['safe', 'suspicious', 'malicious'] as const

async function keptLevels({ database }: TestServer): Promise<string[]> {
  const rows = await database.selectFrom('scans').select('threat_level').execute()
  return rows.map(({ threat_level }) => threat_level).sort()
}

test('safe and suspicious mail is deleted after thirty days, and the counts stay', async () => {
  await using server = await createTestServer()
  const user = await makeUser(server)
  await reportScans(
    server,
    user,
    levels.map((threat_level) => ({ threat_level })),
  )
  server.clock.pass(30 * dayMs - 1)
  await runHousekeeping(server.services)
  expect(await keptLevels(server)).toEqual(['malicious', 'safe', 'suspicious'])
  server.clock.pass(1)
  await runHousekeeping(server.services)
  expect(await keptLevels(server)).toEqual(['malicious'])
  const { body } = await server.get('/api/dashboard/employee', {
    token: await makeSession(server, user),
  })
  expect(body).toMatchObject({ total_emails_scanned: 3, safe_emails: 1, phishing_emails_caught: 2 })
  const months = await server.database.selectFrom('monthly_scans').selectAll().execute()
  expect(months).toEqual([
    {
      organization_id: user.organizationId,
      month: '2026-03',
      safe: 1,
      suspicious: 1,
      malicious: 1,
    },
  ])
})

test('more mail than one chunk contains is deleted in one run', async () => {
  await using server = await createTestServer()
  const user = await makeUser(server)
  for (let batch = 0; batch < 12; batch += 1) {
    await reportScans(
      server,
      user,
      Array.from({ length: 100 }, () => ({})),
    )
  }
  server.clock.pass(31 * dayMs)
  await runHousekeeping(server.services)
  expect(await keptLevels(server)).toEqual([])
})

test('a server that is stopped leaves the rest for the next run', async () => {
  await using server = await createTestServer()
  const user = await makeUser(server)
  for (let batch = 0; batch < 6; batch += 1) {
    await reportScans(
      server,
      user,
      Array.from({ length: 100 }, () => ({})),
    )
  }
  server.clock.pass(31 * dayMs)
  const stopping = new AbortController()
  const running = deleteExpiredScans(server.database, server.clock(), stopping.signal)
  stopping.abort()
  await running
  expect((await keptLevels(server)).length).toBeGreaterThanOrEqual(100)
  await runHousekeeping(server.services)
  expect(await keptLevels(server)).toEqual([])
})

test('mail that is reported after its retention is only counted', async () => {
  await using server = await createTestServer()
  const user = await makeUser(server)
  const received_at = '2024-02-29'
  await reportScans(
    server,
    user,
    levels.map((threat_level) => ({ threat_level, received_at })),
  )
  expect(await keptLevels(server)).toEqual(['malicious'])
  const months = await server.database.selectFrom('monthly_scans').select('month').execute()
  expect(months).toEqual([{ month: '2024-02' }])
})

test('expired sessions and failures that no longer count are deleted too', async () => {
  await using server = await createTestServer()
  await makeSession(server, await makeUser(server))
  await server.post('/api/auth/login', { body: { username: 'unknown', password: 'x' } })
  server.clock.pass(dayMs)
  await runHousekeeping(server.services)
  expect(await server.database.selectFrom('sessions').selectAll().execute()).toEqual([])
  expect(await server.database.selectFrom('login_failures').selectAll().execute()).toEqual([])
})
