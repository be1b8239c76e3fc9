import { expect } from 'vitest'
import { exportUser } from '../../../server/account/export-user.ts'
import { whyNoMail } from '../../../server/cli/doctor/why-no-mail.ts'
import { deleteExpiredScans } from '../../../server/emails/retention.ts'
import { runHousekeeping } from '../../../server/housekeeping.ts'
import { createTestServer, type TestServer } from '../../support/server/server.ts'
import { test } from '../../support/server/server-test.ts'
import { makeSession, makeUser, signInUser } from '../../support/worlds/factories.ts'
import { reportScans } from '../../support/worlds/mail-factories.ts'

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

test('a server that is stopped leaves the rest, of more than one chunk, for the next run', async ({
  server,
  user,
}) => {
  for (let batch = 0; batch < 12; batch += 1) {
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

test('mail that is reported after its retention is only counted', async ({ server, user }) => {
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

test('expired sessions and failures that no longer count are deleted too', async ({ server }) => {
  await makeSession(server, await makeUser(server))
  await server.post('/api/auth/login', { body: { username: 'unknown', password: 'x' } })
  server.clock.pass(dayMs)
  await runHousekeeping(server.services)
  expect(await server.database.selectFrom('sessions').selectAll().execute()).toEqual([])
  expect(await server.database.selectFrom('login_failures').selectAll().execute()).toEqual([])
})

test('mail past its end is nowhere from that moment on, before housekeeping has deleted it', async () => {
  await using server = await createTestServer()
  const { user, token } = await signInUser(server)
  const scans = await reportScans(
    server,
    user,
    (['safe', 'suspicious', 'malicious'] as const).map((threat_level) => ({ threat_level })),
  )
  const read = async (session = token) => {
    const get = async (path: string) => (await server.get(path, { token: session })).body
    const shown = await Promise.all(
      scans.map(({ id }) => server.get(`/api/messages/${id}`, { token: session })),
    )
    const reported = await Promise.all(
      scans.map(({ id }) => {
        const body = { kind: 'scan', id, opinion: 'honest' }
        return server.post('/api/mail-reports', { token: session, body })
      }),
    )
    const exported = await exportUser(server.services, user.username)
    const doctor = await whyNoMail(server.database, server.clock(), user.email)
    return {
      messages: await get('/api/messages'),
      found: await get('/api/messages?q=sender'),
      dashboard: await get('/api/dashboard/employee'),
      evidence: await get('/api/flags/evidence?value=sender.example'),
      shown: shown.map(({ status }) => status),
      reported: reported.map(({ status }) => status),
      exported: exported?.mail.scans.length,
      doctor: JSON.stringify(doctor).includes('No mail to this user is kept'),
    }
  }
  expect(await read()).toMatchObject({
    messages: { length: 3 },
    found: { length: 3 },
    dashboard: { recent_phishing_emails: { length: 2 } },
    evidence: { dangerous_emails: 2 },
    shown: [200, 200, 200],
    reported: [200, 200, 200],
    exported: 3,
  })
  server.clock.pass(30 * dayMs)
  expect(await server.database.selectFrom('scans').select('id').execute()).toHaveLength(3)
  expect(await read(await makeSession(server, user))).toMatchObject({
    messages: [{ threat_level: 'malicious' }],
    found: [{ threat_level: 'malicious' }],
    dashboard: { recent_phishing_emails: [{ threat_level: 'malicious' }] },
    evidence: { dangerous_emails: 1 },
    shown: [404, 404, 200],
    reported: [404, 404, 200],
    exported: 1,
  })
  await server.database.deleteFrom('scans').where('threat_level', '=', 'malicious').execute()
  expect((await read(await makeSession(server, user))).doctor).toBe(true)
})
