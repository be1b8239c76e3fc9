import { expect, test } from 'vitest'
import { showArrivalEndpoint } from '../../../contract/gateways/show-arrival.ts'
import { createTestServer, type TestServer } from '../../support/server/server.ts'
import { signInAdmin } from '../../support/worlds/admin.ts'
import {
  makeGatewayKey,
  makeOrganization,
  makeScan,
  makeUser,
} from '../../support/worlds/factories.ts'

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

async function setScene(server: TestServer) {
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
  const { user, report, arrival } = await setScene(server)
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
  const { user, report, arrival } = await setScene(server)
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

test('a report that cannot be read is not heard', async () => {
  await using server = await createTestServer()
  const { report, arrival } = await setScene(server)
  expect((await report({ recipient: 7 })).status).toBe(422)
  expect({ ...(await arrival()), refused: [] }).toEqual(nothing)
})

test('reports without messages are written at most once a minute', async () => {
  await using server = await createTestServer()
  const { report, arrival } = await setScene(server)
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
  const { user, report, arrival } = await setScene(server)
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
