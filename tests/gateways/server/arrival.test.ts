import { expect } from 'vitest'
import { showArrivalEndpoint } from '../../../contract/gateways/show-arrival.ts'
import { listOrganizationsEndpoint } from '../../../contract/organizations/list-organizations.ts'
import { revokeGatewayKey } from '../../../server/gateways/keys/gateway-keys.ts'
import { runHousekeeping } from '../../../server/housekeeping.ts'
import {
  createTestServer,
  type TestServer,
  visitHousekeeping,
} from '../../support/server/server.ts'
import { test } from '../../support/server/server-test.ts'
import {
  changeOrganization,
  makeOrganization,
  makeSession,
  makeUser,
  signInAdmin,
} from '../../support/worlds/factories.ts'
import { makeGatewayKey, makeScan } from '../../support/worlds/mail-factories.ts'

const hourMs = 60 * 60 * 1000
const dayMs = 24 * hourMs

async function setScene(server: TestServer, contact_email = 'office@cedar.example') {
  const organizationId = await makeOrganization(server, { name: 'Cedar Clinic', contact_email })
  const user = await makeUser(server, { organizationId })
  const key = await makeGatewayKey(server, organizationId)
  const { admin } = await signInAdmin(server)
  return {
    organizationId,
    report: (recipient = user.email) =>
      server.post('/api/scans', { token: key, body: makeScan({ recipient }) }),
    async silentSince() {
      const token = await makeSession(server, admin)
      const answer = await server.get('/api/admin/organizations', { token })
      const all = answer.output(listOrganizationsEndpoint)
      return all.find(({ id }) => id === organizationId)?.gateway_silent_since
    },
    mails: () => server.database.selectFrom('mails').selectAll().orderBy('id').execute(),
    passHours: async (hours: number) => {
      // A first hour ends a downtime, which a pause of two hours is not yet.
      for (let passed = 0; passed < hours; ) {
        const step = passed === 0 ? 1 : Math.min(hours - passed, 2)
        passed += step
        server.clock.pass(step * hourMs)
        await visitHousekeeping(server.services)
      }
    },
  }
}

test('a gateway that is silent for a day is marked and mailed once, and again at its next silence', async () => {
  await using server = await createTestServer()
  const { report, silentSince, mails, passHours } = await setScene(server)
  await visitHousekeeping(server.services)
  const last = server.clock().toISOString()
  await report()
  await passHours(23)
  expect(await silentSince()).toBeNull()
  expect(await mails()).toEqual([])

  await passHours(30)
  expect(await silentSince()).toBe(last)
  expect(await mails()).toMatchObject([
    { recipient: 'office@cedar.example', subject: 'The mail gateway of Cedar Clinic is silent' },
  ])
  expect((await mails())[0]?.body).toContain('since 2026-03-15 10:00 UTC')

  await report('strange@cedar.example')
  expect(await silentSince()).toBeNull()
  await passHours(23)
  expect(await silentSince()).toBeNull()
  await passHours(2)
  expect(await silentSince()).not.toBeNull()
  // The first mail is deleted 30 days later at the earliest.
  expect(await mails()).toHaveLength(2)
})

test('mail to an organization itself is in its language', async ({ server }) => {
  const { organizationId, report, mails, passHours } = await setScene(server)
  await changeOrganization(server, organizationId, { locale: 'ar' })
  await visitHousekeeping(server.services)
  await report()
  await passHours(30)
  expect(await mails()).toMatchObject([{ subject: 'انقطعت تقارير بوابة البريد: Cedar Clinic' }])
})

test('a setting says how long a gateway may be silent', async () => {
  await using server = await createTestServer({ limits: { gatewaySilentHours: 3 } })
  const { report, silentSince, passHours } = await setScene(server)
  await visitHousekeeping(server.services)
  await report()
  await passHours(2)
  expect(await silentSince()).toBeNull()
  await passHours(1)
  expect(await silentSince()).not.toBeNull()
})

test('an organization that was never heard is not silent, and one without a contact gets no mail', async () => {
  await using server = await createTestServer()
  const never = await setScene(server)
  await server.database.deleteFrom('arrivals').execute()
  const without = await makeOrganization(server, { contact_email: '' })
  const user = await makeUser(server, { organizationId: without })
  const key = await makeGatewayKey(server, without)
  await server.post('/api/scans', { token: key, body: makeScan({ recipient: user.email }) })
  server.clock.pass(dayMs)
  await runHousekeeping(server.services)
  expect(await never.silentSince()).toBeNull()
  const marked = server.database.selectFrom('arrivals').select('organization_id')
  expect(await marked.where('silent_since', 'is not', null).execute()).toEqual([
    { organization_id: without },
  ])
  expect(await never.mails()).toEqual([])
})

test('an organization whose reporting keys are all revoked is not silent, one whose keys expired is', async () => {
  await using server = await createTestServer()
  const { organizationId, report, silentSince, mails } = await setScene(server)
  await report()
  const keys = await server.database.selectFrom('gateway_keys').selectAll().execute()
  await revokeGatewayKey(server, organizationId, keys[0]?.id ?? '')
  await makeGatewayKey(server, organizationId, 'flags')
  server.clock.pass(dayMs)
  await runHousekeeping(server.services)
  expect(await silentSince()).toBeNull()
  const expires_at = server.clock().toISOString()
  await server.database.updateTable('gateway_keys').set({ revoked_at: null, expires_at }).execute()
  await runHousekeeping(server.services)
  expect(await silentSince()).not.toBeNull()
  expect(await mails()).toHaveLength(1)
})

test('a downtime of the server does not make a gateway silent', async ({ server }) => {
  const { report, silentSince, mails, passHours } = await setScene(server)
  await visitHousekeeping(server.services)
  await report()
  await passHours(5)
  server.clock.pass(22 * hourMs)
  await passHours(20)
  expect(await silentSince()).toBeNull()
  expect(await mails()).toEqual([])
  await passHours(5)
  expect(await silentSince()).not.toBeNull()
})

test.each([
  ['ahead', 400 * dayMs],
  ['back', -400 * dayMs],
  ['ahead by less than a day', 20 * hourMs],
])('a clock that jumps %s makes no gateway silent', async (_, jumpMs) => {
  await using server = await createTestServer()
  const { report, silentSince, mails, passHours } = await setScene(server)
  await visitHousekeeping(server.services)
  await report()
  await passHours(5)
  server.clock.pass(jumpMs)
  await passHours(4)
  server.clock.pass(-jumpMs)
  await passHours(4)
  expect(await silentSince()).toBeNull()
  expect(await mails()).toEqual([])
})

test('a report from while the clock was ahead counts from now, so the gateway can fall silent', async () => {
  await using server = await createTestServer()
  const { report, silentSince, passHours } = await setScene(server)
  server.clock.pass(400 * dayMs)
  await report()
  server.clock.pass(-400 * dayMs)
  await passHours(20)
  expect(await silentSince()).toBeNull()
  await passHours(10)
  expect(await silentSince()).not.toBeNull()
})

test('two servers that look at once mark and mail a silence once', async ({ server }) => {
  const { report, mails } = await setScene(server)
  await report()
  server.clock.pass(dayMs)
  await Promise.all([runHousekeeping(server.services), runHousekeeping(server.services)])
  expect(await mails()).toHaveLength(1)
})

const minuteMs = 60_000

const nothing = {
  first_report_at: null,
  last_report_at: null,
  first_message_at: null,
  last_message_at: null,
  last_level: null,
  silent_since: null,
  refused: [],
  refused_without_organization: [],
}

async function setSceneArrival(server: TestServer) {
  const { token } = await signInAdmin(server)
  const user = await makeUser(server)
  const key = await makeGatewayKey(server, user.organizationId)
  return {
    user,
    report: (body: unknown) => server.post('/api/scans', { token: key, body }),
    arrival: async (organizationId = user.organizationId) =>
      (await server.get(`/api/admin/organizations/${organizationId}/arrival`, { token })).output(
        showArrivalEndpoint,
      ),
  }
}

test('the first message is visible at once, and the first stays when others come', async () => {
  await using server = await createTestServer()
  const { user, report, arrival } = await setSceneArrival(server)
  expect(await arrival()).toEqual(nothing)
  const first = server.clock().toISOString()
  await report(makeScan({ recipient: user.email }))
  const shown = { ...nothing, first_report_at: first, first_message_at: first }
  expect(await arrival()).toEqual({
    ...{ ...shown, last_report_at: first, last_message_at: first, last_level: 'safe' },
  })
  server.clock.pass(1000)
  await report(makeScan({ recipient: user.email, threat_level: 'malicious' }))
  const last = server.clock().toISOString()
  expect(await arrival()).toEqual({
    ...{ ...shown, last_report_at: last, last_message_at: last, last_level: 'malicious' },
  })
})

test('a report without mail for a user of the organization is heard, but is no message', async () => {
  await using server = await createTestServer()
  const { user, report, arrival } = await setSceneArrival(server)
  const strange = makeScan({ recipient: 'strange@firm.example' })
  const first = server.clock().toISOString()
  expect((await report(strange)).status).toBe(404)
  expect(await arrival()).toEqual({ ...nothing, first_report_at: first, last_report_at: first })
  server.clock.pass(minuteMs)
  expect((await report({ scans: [strange, strange] })).status).toBe(422)
  const second = server.clock().toISOString()
  expect(await arrival()).toEqual({ ...nothing, first_report_at: first, last_report_at: second })
  server.clock.pass(1000)
  await report(makeScan({ recipient: user.email }))
  expect(await arrival()).toMatchObject({
    first_report_at: first,
    first_message_at: server.clock().toISOString(),
  })
})

test('a report that cannot be read is not heard', async ({ server }) => {
  const { report, arrival } = await setSceneArrival(server)
  expect((await report({ recipient: 7 })).status).toBe(422)
  expect({ ...(await arrival()), refused: [] }).toEqual(nothing)
})

test('reports without messages are written at most once a minute', async ({ server }) => {
  const { report, arrival } = await setSceneArrival(server)
  const strange = makeScan({ recipient: 'strange@firm.example' })
  await report(strange)
  const first = await arrival()
  server.clock.pass(minuteMs - 1)
  await report(strange)
  expect(await arrival()).toEqual(first)
  server.clock.pass(1)
  await report(strange)
  expect(await arrival()).toMatchObject({ last_report_at: server.clock().toISOString() })
})

test('mail of one organization does not arrive at another, and an unknown one is a 404', async () => {
  await using server = await createTestServer()
  const { user, report, arrival } = await setSceneArrival(server)
  await report(makeScan({ recipient: user.email }))
  expect(await arrival(await makeOrganization(server))).toEqual(nothing)
  const { token } = await signInAdmin(server)
  const unknown = await server.get('/api/admin/organizations/none/arrival', { token })
  expect(unknown).toMatchObject({ status: 404, code: 'unknown_organization' })
})

test('asking what arrived does not extend an idle session', async () => {
  await using server = await createTestServer({ limits: { sessionIdleMinutes: 10 } })
  const { admin, token } = await signInAdmin(server)
  const path = `/api/admin/organizations/${admin.organizationId}/arrival`
  for (let minutes = 0; minutes < 9; minutes += 3) {
    server.clock.pass(3 * minuteMs)
    expect((await server.get(path, { token })).status).toBe(200)
  }
  server.clock.pass(2 * minuteMs)
  expect((await server.get(path, { token })).status).toBe(401)
})
