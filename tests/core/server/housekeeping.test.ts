import { expect } from 'vitest'
import { generateReceiptEndpoint } from '../../../contract/receipts/generate-receipt.ts'
import { dayMs, hourMs, minuteMs } from '../../../server/core/clock.ts'
import { runHousekeeping } from '../../../server/housekeeping.ts'
import { yearMs } from '../../support/server/clock.ts'
import { isSignedIn } from '../../support/server/request.ts'
import { createTestServer, visitHousekeeping } from '../../support/server/server.ts'
import { test } from '../../support/server/server-test.ts'
import { makeOrganization, makeSession, makeUser } from '../../support/worlds/factories.ts'
import { reportScans } from '../../support/worlds/mail-factories.ts'

test('a clock that is a year ahead for less than an hour deletes nothing', async ({ server }) => {
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

test('a jump is still noticed when the server dies while recording it', async ({ server }) => {
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

test('a clock that starts in 1970 deletes nothing', async ({ server, user }) => {
  const token = await makeSession(server, user)
  await visitHousekeeping(server.services)
  const now = server.clock().getTime()
  server.clock.pass(-now)
  await visitHousekeeping(server.services)
  server.clock.pass(now)
  expect(await isSignedIn(server, token)).toBe(true)
})

test('a session that begins during a long run of housekeeping stays', async ({ server, user }) => {
  const times = [server.services.clock()]
  server.clock.pass(5 * minuteMs)
  const token = await makeSession(server, user)
  const { clock } = server.services
  await runHousekeeping({ ...server.services, clock: () => times.shift() ?? clock() })
  expect(await isSignedIn(server, token)).toBe(true)
})

const dayMsHousekeeping = 24 * 60 * 60 * 1000

test('mail is deleted after its retention when the server starts, without a call', async () => {
  await using server = await createTestServer()
  await reportScans(server, await makeUser(server), [{}])
  server.clock.pass(31 * dayMsHousekeeping)
  await visitHousekeeping(server.services)
  expect(await server.database.selectFrom('scans').selectAll().execute()).toEqual([])
})

test('a failure is logged and does not stop other tasks', async ({ server }) => {
  await server.database.schema.dropTable('scans').execute()
  await visitHousekeeping(server.services)
  expect(server.logged).toHaveLength(1)
  expect(server.logged[0]).toContain('housekeeping failed')
})

test.for([yearMs, dayMs, 2 * minuteMs])(
  'a user who signs in while the clock is %i ms ahead is signed out when it is corrected, for good',
  { tags: ['R376'] },
  async (jumpMs, { server, user }) => {
    server.clock.pass(jumpMs)
    const token = await makeSession(server, user)
    expect(await isSignedIn(server, token)).toBe(true)
    server.clock.pass(-jumpMs)
    expect(await isSignedIn(server, token)).toBe(false)
    await visitHousekeeping(server.services)
    server.clock.pass(jumpMs)
    expect(await isSignedIn(server, token)).toBe(false)
  },
)

test('a session that was unused before the clock was set back ends at most an hour later', {
  tags: ['R376'],
}, async ({ server }) => {
  const token = await makeSession(server, await makeUser(server))
  server.clock.pass(30 * minuteMs)
  server.clock.pass(-29 * minuteMs)
  expect(await isSignedIn(server, token)).toBe(true)
  server.clock.pass(hourMs)
  expect(await isSignedIn(server, token)).toBe(false)
})

test('clocks of two servers may differ by seconds', async ({ server }) => {
  const token = await makeSession(server, await makeUser(server))
  server.clock.pass(-10_000)
  expect(await isSignedIn(server, token)).toBe(true)
  await visitHousekeeping(server.services)
  expect(await isSignedIn(server, token)).toBe(true)
})

test('failed sign-ins while the clock was ahead do not lock a user out for a year', {
  tags: ['R376'],
}, async ({ server }) => {
  const password = 'violet kettle drum'
  const { username } = await makeUser(server, { password })
  const signIn = (attempt: string) =>
    server.post('/api/auth/login', { body: { username, password: attempt } })
  server.clock.pass(yearMs)
  for (let count = 0; count < 5; count += 1) await signIn('wrong')
  expect((await signIn(password)).status).toBe(429)
  server.clock.pass(-yearMs)
  await visitHousekeeping(server.services)
  expect(await server.database.selectFrom('login_failures').select('id').execute()).toEqual([])
  for (let count = 0; count < 5; count += 1) expect((await signIn('wrong')).status).toBe(401)
  const refused = await signIn(password)
  expect(refused.status).toBe(429)
  expect(Number(refused.headers.get('retry-after'))).toBeLessThanOrEqual(15 * 60)
})

test('requests while the clock was ahead do not count for a year', async () => {
  await using server = await createTestServer({ limits: { supportRequestsPerHour: 2 } })
  const user = await makeUser(server, { role: 'team_lead' })
  const ask = async () => {
    const body = {
      request_type: 'technical_issue',
      priority: 'low',
      subject: 'Help',
      description: 'x',
    }
    const token = await makeSession(server, user)
    return (await server.post('/api/team/support-request', { token, body })).status
  }
  server.clock.pass(yearMs)
  expect([await ask(), await ask(), await ask()]).toEqual([200, 200, 429])
  server.clock.pass(-yearMs)
  expect([await ask(), await ask(), await ask()]).toEqual([200, 200, 429])
})

test('a receipt link made while the clock was ahead expires like any other', {
  tags: ['R365'],
}, async ({ server }) => {
  const organization = await makeOrganization(server)
  const admin = await makeUser(server, { role: 'super_admin' })
  server.clock.pass(yearMs)
  const answer = await server.post(`/api/admin/generate-receipt/${organization}/2025/1`, {
    token: await makeSession(server, admin),
  })
  const link = answer.output(generateReceiptEndpoint).receipt_url
  expect((await server.app.request(link)).status).toBe(200)
  server.clock.pass(-yearMs)
  expect((await server.app.request(link)).status).toBe(403)
})

test.each([-yearMs, yearMs])('readiness is checked again after a jump of %i ms', async (jumpMs) => {
  await using server = await createTestServer()
  expect((await server.get('/api/ready')).status).toBe(200)
  await server.database.schema.dropTable('counters').execute()
  expect((await server.get('/api/ready')).status).toBe(200)
  server.clock.pass(jumpMs)
  expect((await server.get('/api/ready')).status).toBe(500)
})

test('receipt numbers are never issued twice, whatever the year on the clock', {
  tags: ['R284'],
}, async ({ server }) => {
  const admin = await makeUser(server, { role: 'super_admin' })
  const numbers: string[] = []
  for (const jumpMs of [0, yearMs, 0, -yearMs, yearMs, 0, 280 * dayMs]) {
    server.clock.pass(jumpMs)
    const answer = await server.post(
      `/api/admin/generate-receipt/${await makeOrganization(server)}/2024/12`,
      { token: await makeSession(server, admin) },
    )
    numbers.push(/AMAN-\d+-\d+/.exec(answer.output(generateReceiptEndpoint).receipt_url)?.[0] ?? '')
    server.clock.pass(-jumpMs)
  }
  expect(numbers.toSorted()).toEqual([
    'AMAN-2025-000001',
    'AMAN-2026-000001',
    'AMAN-2026-000002',
    'AMAN-2026-000003',
    'AMAN-2026-000004',
    'AMAN-2027-000001',
    'AMAN-2027-000002',
  ])
})
