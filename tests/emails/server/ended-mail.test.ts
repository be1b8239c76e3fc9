import { expect, test } from 'vitest'
import { exportUser } from '../../../server/account/export-user.ts'
import { whyNoMail } from '../../../server/cli/doctor/why-no-mail.ts'
import { createTestServer } from '../../support/server/server.ts'
import { makeSession, makeUser, reportScans } from '../../support/worlds/factories.ts'

const dayMs = 24 * 60 * 60 * 1000

test('mail past its end is nowhere from that moment on, before housekeeping has deleted it', async () => {
  await using server = await createTestServer()
  const user = await makeUser(server)
  const token = await makeSession(server, user)
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
