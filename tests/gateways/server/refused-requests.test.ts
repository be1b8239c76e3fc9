import { afterEach, expect, test, vi } from 'vitest'
import { showAttentionEndpoint } from '../../../contract/attention/show-attention.ts'
import { showArrivalEndpoint } from '../../../contract/gateways/show-arrival.ts'
import { dayMs, hourMs, minuteMs } from '../../../server/core/clock.ts'
import { issueGatewayKey, revokeGatewayKey } from '../../../server/gateways/keys/gateway-keys.ts'
import { createRefusedCounts } from '../../../server/gateways/refused-requests/refused-requests.ts'
import { runHousekeeping } from '../../../server/housekeeping.ts'
import { makeReport } from '../../support/mail/rspamd.ts'
import { createTestServer, type TestServer } from '../../support/server/server.ts'
import { until } from '../../support/until.ts'
import {
  changeOrganization,
  makeOrganization,
  makeSession,
  makeUser,
  signInAdmin,
} from '../../support/worlds/factories.ts'
import { makeGatewayKey, makeScan } from '../../support/worlds/mail-factories.ts'

afterEach(() => void vi.useRealTimers())

async function setScene(server: TestServer) {
  const { admin } = await signInAdmin(server)
  // A session of its own for each look, as days pass between them.
  const look = async (path: string) => {
    const answer = await server.get(path, { token: await makeSession(server, admin) })
    expect(answer.status).toBe(200)
    return answer
  }
  const organizationId = await makeOrganization(server, { name: 'Cedar Clinic' })
  const user = await makeUser(server, { organizationId })
  const issue = (options: Partial<Parameters<typeof issueGatewayKey>[2]> = {}) =>
    issueGatewayKey(server, organizationId, { label: '', ...options })
  return {
    user,
    organizationId,
    issue,
    arrival: async (id = organizationId) =>
      (await look(`/api/admin/organizations/${id}/arrival`)).output(showArrivalEndpoint),
    attention: async () => (await look('/api/admin/attention')).output(showAttentionEndpoint),
    report: (key: string, body: unknown = makeReport({ rcpt: [user.email] })) =>
      server.post('/api/rspamd', { token: key, body }),
  }
}

/** Counts without waiting for a minute. */
function passMinutes() {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  return (minutes: number) => vi.advanceTimersByTimeAsync(minutes * minuteMs)
}

test('a refused request with a known key counts for its organization, with the reason', async () => {
  const pass = passMinutes()
  await using server = await createTestServer()
  const { user, organizationId, issue, arrival, attention, report } = await setScene(server)
  const at = server.clock().toISOString()
  const revoked = await issue()
  await revokeGatewayKey(server, organizationId, revoked.id)
  const ends = new Date(server.clock().getTime() + hourMs).toISOString()
  const expired = await issue({ expires_at: ends })
  const elsewhere = await issue({ networks: '192.0.2.0/24' })
  const { key } = await issue()
  expect((await report(expired.key)).status).toBe(200)
  expect((await report(revoked.key)).status).toBe(401)
  const first = { scope: 'report', count: 1, first_at: at, last_at: at }
  // The first is shown at once.
  expect((await arrival()).refused).toEqual([{ ...first, reason: 'revoked_key' }])

  server.clock.pass(hourMs)
  const afterwards = server.clock().toISOString()
  expect((await report(expired.key)).status).toBe(401)
  expect((await report(elsewhere.key)).status).toBe(403)
  expect((await report(key, [])).status).toBe(422)
  expect((await report(key, '{"action":')).status).toBe(400)
  const scan = { token: key, body: makeScan({ recipient: user.email }) }
  const headers = { 'idempotency-key': 'not a key' }
  expect((await server.post('/api/scans', { ...scan, headers })).status).toBe(422)
  expect((await server.get('/api/rspamd/flags/red', { token: key })).status).toBe(403)
  await pass(1)
  // A row for each reason, and one for the key that was revoked before.
  await until(async () => (await arrival()).refused?.length === 5)
  const counted = { count: 1, first_at: afterwards, last_at: afterwards }
  const refused = [
    { ...counted, scope: 'report', reason: 'expired_key' },
    { ...counted, scope: 'report', reason: 'malformed', count: 3 },
    { ...counted, scope: 'report', reason: 'network' },
    { ...counted, scope: 'flags', reason: 'scope' },
  ]
  expect(await arrival()).toMatchObject({
    refused: [...refused, { ...first, reason: 'revoked_key' }],
    refused_without_organization: [],
  })
  expect(await arrival(await makeOrganization(server))).toMatchObject({ refused: [] })
  expect(await attention()).toMatchObject({
    refused_requests: {
      count: 1,
      refused: [
        {
          ...{ id: organizationId, name: 'Cedar Clinic', requests: 7 },
          ...{ scope: 'report', reason: 'expired_key', last_at: afterwards },
        },
      ],
    },
    unknown_keys: { count: 0, last_at: null },
  })
})

test('what a gateway of a suspended organization reports is counted, and needs no attention', async () => {
  await using server = await createTestServer()
  const { organizationId, issue, arrival, attention, report } = await setScene(server)
  const { key } = await issue()
  await changeOrganization(server, organizationId, { suspended_at: server.clock().toISOString() })
  expect((await report(key)).status).toBe(403)
  expect((await arrival()).refused).toMatchObject([{ reason: 'suspended', count: 1 }])
  expect((await attention()).refused_requests).toEqual({ count: 0, refused: [] })
})

test('a request from a network that no gateway may call from counts for the organization of its key', async () => {
  const pass = passMinutes()
  await using server = await createTestServer({ services: { gatewayNetworks: '192.0.2.0/24' } })
  const { issue, arrival, report } = await setScene(server)
  const { key } = await issue()
  expect(await report(key)).toMatchObject({ status: 403, code: 'network_not_allowed' })
  expect(await report('nonsense')).toMatchObject({ status: 403, code: 'network_not_allowed' })
  await pass(1)
  await until(async () => (await arrival()).refused_without_organization?.length === 1)
  expect(await arrival()).toMatchObject({
    refused: [{ reason: 'network', count: 1 }],
    refused_without_organization: [{ reason: 'network', count: 1 }],
  })
})

test('a flood of unknown keys is one row and one line of the log in a minute', async () => {
  const pass = passMinutes()
  await using server = await createTestServer()
  const { arrival, attention, report } = await setScene(server)
  const logged = () => server.logged.filter((line) => line.includes('requests of gateways refused'))
  for (let number = 0; number < 300; number += 1) {
    expect((await report(`aman_gateway_${number}`)).status).toBe(401)
  }
  expect((await server.get('/api/rspamd/flags/red')).status).toBe(401)
  await server.get('/api/rspamd/flags/green', { headers: { authorization: 'Basic eDo=' } })
  expect(logged()).toHaveLength(1)
  await pass(1)
  await until(() => logged().length === 2)
  expect(logged().map((line) => JSON.parse(line))).toEqual([
    ['warning', 'requests of gateways refused', { organizations: 0, unknown_key: 1 }],
    ['warning', 'requests of gateways refused', { organizations: 0, unknown_key: 300, no_key: 1 }],
  ])
  await pass(5)
  expect(logged()).toHaveLength(2)
  const rows = await server.database.selectFrom('refused_requests').selectAll().execute()
  expect(rows).toHaveLength(3)
  const at = server.clock().toISOString()
  const counted = { first_at: at, last_at: at }
  expect(await arrival()).toMatchObject({
    refused: [],
    refused_without_organization: [
      { ...counted, scope: 'report', reason: 'unknown_key', count: 300 },
      { ...counted, scope: 'flags', reason: 'no_key', count: 1 },
      { ...counted, scope: 'flags', reason: 'unknown_key', count: 1 },
    ],
  })
  expect(await attention()).toMatchObject({
    refused_requests: { count: 0 },
    unknown_keys: { count: 302, last_at: at },
  })
  // Nothing of the requests is kept.
  expect(JSON.stringify([rows, server.logged])).not.toContain('aman_gateway_')
})

test('what was refused a day ago is no longer shown, is deleted, and counts from 1 again', async () => {
  const pass = passMinutes()
  await using server = await createTestServer()
  const { issue, arrival, attention, report } = await setScene(server)
  const ends = new Date(server.clock().getTime() + minuteMs).toISOString()
  const { key } = await issue({ expires_at: ends })
  server.clock.pass(minuteMs)
  await report(key)
  await pass(2)
  server.clock.pass(dayMs - 1)
  await report(key)
  await pass(2)
  expect((await arrival()).refused).toMatchObject([{ count: 2 }])
  server.clock.pass(dayMs)
  expect((await arrival()).refused).toEqual([])
  expect((await attention()).refused_requests.count).toBe(0)
  const at = server.clock().toISOString()
  await report(key)
  expect((await arrival()).refused).toMatchObject([{ count: 1, first_at: at, last_at: at }])
  server.clock.pass(dayMs)
  await runHousekeeping(server.services)
  expect(await server.database.selectFrom('refused_requests').selectAll().execute()).toEqual([])
})

test('a server that stops writes what it has counted', async () => {
  await using server = await createTestServer()
  const { arrival, organizationId } = await setScene(server)
  const counts = createRefusedCounts(server.services)
  const request = { subject: organizationId, scope: 'report', reason: 'network' } as const
  for (let number = 0; number < 5; number += 1) await counts.count(request)
  expect((await arrival()).refused).toMatchObject([{ count: 1 }])
  await counts.stop()
  expect((await arrival()).refused).toMatchObject([{ count: 5 }])
})

test('a report that is taken is not refused, also with recipients who are not users', async () => {
  await using server = await createTestServer()
  const { organizationId, arrival, report } = await setScene(server)
  const key = await makeGatewayKey(server, organizationId)
  const body = makeScan({ recipient: 'strange@firm.example' })
  expect((await server.post('/api/scans', { token: key, body })).status).toBe(404)
  expect((await report(key)).status).toBe(200)
  expect((await arrival()).refused).toEqual([])
})
