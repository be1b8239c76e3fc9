import { expect } from 'vitest'
import { dayMs, hourMs } from '../../../server/core/clock.ts'
import { runHousekeeping } from '../../../server/housekeeping.ts'
import { anonymizeUser } from '../../../server/users/removed-users.ts'
import { createTestServer, type TestServer } from '../../support/server/server.ts'
import { test } from '../../support/server/server-test.ts'
import { makeWebhook, requireDocumentedMessage } from '../../support/webhooks/webhooks.ts'
import {
  findUser,
  makeOrganization,
  makeUser,
  signInAdmin,
} from '../../support/worlds/factories.ts'
import { makeGatewayKey, makeScan, reportScans } from '../../support/worlds/mail-factories.ts'

/** The written rows, without what differs each time. */
async function words({ database }: TestServer, webhookId?: string) {
  const rows = await database.selectFrom('webhook_deliveries').selectAll().orderBy('id').execute()
  const written = rows
    .filter(({ webhook_id }) => webhookId === undefined || webhook_id === webhookId)
    .map(({ event, body }) => ({ event, message: JSON.parse(body) }))
  for (const { event, message } of written) requireDocumentedMessage(event, message)
  return written.map(({ message }) => message)
}

test('mail that is not safe is told with ids, level, domain and time, and nothing else', async () => {
  await using server = await createTestServer()
  const user = await makeUser(server, { full_name: 'Layla Haddad' })
  await makeWebhook(server.services)
  await server.database.deleteFrom('webhook_deliveries').execute()
  const scan = { sender: 'boss@sender.example', subject: 'A private subject' }
  const reported = await reportScans(server, user, [
    { ...scan, threat_level: 'safe' },
    { ...scan, threat_level: 'suspicious' },
    { threat_level: 'malicious', sender: 'a@bad.example', detection_reason: 'A private reason' },
  ])
  const at = server.clock().toISOString()
  const data = { organization_id: user.organizationId, user_id: user.id, received_at: at }
  const envelope = { type: 'threat.reported', timestamp: at }
  expect(await words(server)).toEqual([
    {
      ...envelope,
      data: {
        ...data,
        scan_id: reported[1]?.id,
        threat_level: 'suspicious',
        sender_domain: 'sender.example',
      },
    },
    {
      ...envelope,
      data: {
        ...data,
        scan_id: reported[2]?.id,
        threat_level: 'malicious',
        sender_domain: 'bad.example',
      },
    },
  ])
})

test('nothing is written while no active webhook wants an event', async ({ server, user }) => {
  await makeWebhook(server.services, { events: 'gateway.silent' })
  await makeWebhook(server.services, { pause: 'by_hand' })
  await makeWebhook(server.services, { organization_id: await makeOrganization(server) })
  await reportScans(server, user, [{ threat_level: 'malicious' }])
  expect(await words(server)).toEqual([])
})

test('a message is kept with its report or not at all', async ({ server, user }) => {
  await makeWebhook(server.services)
  await server.database.deleteFrom('webhook_deliveries').execute()
  const key = await makeGatewayKey(server, user.organizationId)
  // Fails after the messages were written.
  await server.database.schema.alterTable('arrivals').renameTo('hidden').execute()
  const body = makeScan({ recipient: user.email, threat_level: 'malicious' })
  const answer = await server.post('/api/scans', { token: key, body })
  expect(answer.status).toBe(500)
  expect(await words(server)).toEqual([])
})

test('an organization filter lets only the events of that organization through', async () => {
  await using server = await createTestServer()
  const organizationId = await makeOrganization(server)
  const other = await makeOrganization(server)
  const { id } = await makeWebhook(server.services, { organization_id: organizationId })
  const user = await makeUser(server, { organizationId })
  await makeUser(server, { organizationId: other })
  expect(await words(server, id)).toMatchObject([{ data: { user_id: user.id } }])
})

test('each change of a user is told by its id: created, changed, inactive, active, removed', async () => {
  await using server = await createTestServer()
  const { token } = await signInAdmin(server)
  const organization_id = await makeOrganization(server)
  await makeWebhook(server.services)
  const given = {
    ...{ username: 'rania.saleh', email: 'rania@firm.example', full_name: 'Rania Saleh' },
    ...{
      role: 'employee',
      organization_id,
      department: '',
      phone: '',
      password: 'violet kettle drum',
    },
  }
  const saved = await server.post('/api/admin/users/detailed', { token, body: given })
  expect([saved.status, saved.text]).toEqual([200, expect.anything()])
  const { id } = await findUser(server, { username: 'rania.saleh' })
  await server.post('/api/admin/users/detailed', {
    token,
    body: { ...given, id, password: '', phone: '1' },
  })
  for (const is_active of [false, true]) {
    await server.post('/api/admin/users/status', { token, body: { ids: [id], is_active } })
  }
  expect((await server.delete(`/api/admin/users/${id}`, { token })).status).toBe(200)
  const told = await words(server)
  expect(
    told.map(({ type, data }) => [type, data.user_id, data.organization_id, data.change]),
  ).toEqual(
    ['created', 'changed', 'deactivated', 'activated', 'removed'].map((change) => [
      'user.changed',
      id,
      organization_id,
      change,
    ]),
  )
  expect(JSON.stringify(told)).not.toMatch(/rania/i)
})

test('a user who moves is told to the webhooks of the former organization and of the new one', async () => {
  await using server = await createTestServer()
  const { token } = await signInAdmin(server)
  const user = await makeUser(server)
  const organization_id = await makeOrganization(server)
  const webhooks = await Promise.all(
    [user.organizationId, organization_id, await makeOrganization(server)].map((only) =>
      makeWebhook(server.services, { organization_id: only }),
    ),
  )
  const { id, username, email } = user
  const fields = { full_name: 'Rania', role: 'employee', department: '', phone: '' }
  const body = { ...fields, id, username, email, organization_id }
  expect((await server.post('/api/admin/users/detailed', { token, body })).status).toBe(200)
  const told = await Promise.all(webhooks.map((webhook) => words(server, webhook.id)))
  const moved = { type: 'user.changed', data: { user_id: id, organization_id, change: 'changed' } }
  expect(told).toMatchObject([[moved], [moved], []])
})

test('a gateway that falls silent is told once', async ({ server, user }) => {
  await makeGatewayKey(server, user.organizationId)
  await reportScans(server, user, [{}])
  await makeWebhook(server.services, { events: 'gateway.silent' })
  const last_report_at = server.clock().toISOString()
  server.clock.pass(25 * hourMs)
  await runHousekeeping(server.services)
  await runHousekeeping(server.services)
  expect(await words(server)).toMatchObject([
    { type: 'gateway.silent', data: { organization_id: user.organizationId, last_report_at } },
  ])
})

test('a message about a mail ends with the mail, and late mail is not told of', async () => {
  await using server = await createTestServer()
  const user = await makeUser(server)
  await makeWebhook(server.services, { events: 'threat.reported' })
  const received = (days: number) => new Date(server.clock().getTime() - days * dayMs).toISOString()
  await reportScans(server, user, [
    { threat_level: 'malicious', received_at: received(29) },
    { threat_level: 'malicious', received_at: received(31) },
  ])
  expect(await words(server)).toHaveLength(1)
  server.clock.pass(dayMs)
  await runHousekeeping(server.services)
  expect(await words(server)).toEqual([])
})

test("with a user go the messages about the user's mail", async ({ server, adminToken: token }) => {
  const [user, other] = [await makeUser(server), await makeUser(server)]
  await makeWebhook(server.services, { events: 'threat.reported' })
  await reportScans(server, user, [{ threat_level: 'malicious' }])
  await reportScans(server, other, [{ threat_level: 'malicious' }])
  await anonymizeUser(server.database, user.id, server.clock())
  expect(await words(server)).toMatchObject([{ data: { user_id: other.id } }])
  await server.delete(`/api/admin/users/${other.id}`, { token })
  expect(await words(server)).toEqual([])
})
