import { expect, test } from 'vitest'
import { limits } from '../../../contract/core/limits.ts'
import {
  listDeliveriesEndpoint,
  sendDeliveryAgainEndpoint,
} from '../../../contract/webhooks/admin-deliveries.ts'
import {
  createWebhookEndpoint,
  listWebhooksEndpoint,
} from '../../../contract/webhooks/admin-webhooks.ts'
import { renewWebhookSecretEndpoint } from '../../../contract/webhooks/renew-webhook-secret.ts'
import { testWebhookEndpoint } from '../../../contract/webhooks/test-webhook.ts'
import { dayMs, minuteMs } from '../../../server/core/clock.ts'
import { createOutboundPost } from '../../../server/core/outbound-fetch.ts'
import { createTestServer, type TestServer } from '../../support/server/server.ts'
import { makeDelivery, makeWebhook, startWebhookReceiver } from '../../support/webhooks/webhooks.ts'
import { makeOrganization, signInAdmin } from '../../support/worlds/factories.ts'

const given = { url: 'https://siem.firm.example/aman', events: ['threat.reported'] }

function openServer(services: Partial<TestServer['services']> = {}): Promise<TestServer> {
  const webhookPost = createOutboundPost({ privateNetworks: '127.0.0.0/8' })
  return createTestServer({
    services: { webhookPost, webhookPrivateNetworks: '127.0.0.0/8', ...services },
  })
}

async function setUp(server: TestServer) {
  const { admin, token } = await signInAdmin(server)
  const list = async () =>
    (await server.get('/api/admin/webhooks', { token })).output(listWebhooksEndpoint).webhooks
  const post = (path: string, body?: object) =>
    server.post(`/api/admin/webhooks${path}`, { token, ...(body === undefined ? {} : { body }) })
  return { admin, token, list, post }
}

test('a webhook is created with a secret that is shown once and stored encrypted, changed and removed', async () => {
  await using server = await openServer()
  const { admin, token, list, post } = await setUp(server)
  const organization_id = await makeOrganization(server, { name: 'Cedar Clinic' })
  const body = { ...given, description: 'Security monitoring', organization_id }
  const { secret, ...made } = (await post('', body)).output(createWebhookEndpoint)
  expect(secret).toMatch(/^whsec_[\w+/]{43}=$/)
  expect(made).toMatchObject({ ...body, organization_name: 'Cedar Clinic', pause: 'no' })
  expect(await list()).toEqual([made])
  const stored = await server.database.selectFrom('webhooks').selectAll().execute()
  expect(JSON.stringify(stored)).not.toContain(secret.slice(6, -1))
  const changed = { ...given, events: ['user.changed', 'gateway.silent', 'user.changed'] }
  expect((await post(`/${made.id}`, { ...changed, is_active: false })).status).toBe(200)
  expect(await list()).toMatchObject([
    {
      ...{ events: ['user.changed', 'gateway.silent'], description: '', organization_id: null },
      ...{ pause: 'by_hand', paused_at: server.clock().toISOString() },
    },
  ])
  expect((await post(`/${made.id}`, { ...given, is_active: true })).status).toBe(200)
  expect(await list()).toMatchObject([{ pause: 'no', paused_at: null }])
  expect((await post(`/${made.id}`, { ...given, is_active: false })).status).toBe(200)
  await makeDelivery(server, String(made.id))
  expect((await server.delete(`/api/admin/webhooks/${made.id}`, { token })).status).toBe(200)
  expect(await list()).toEqual([])
  const left = await server.database.selectFrom('webhook_deliveries').selectAll().execute()
  expect(left).toEqual([])
  const by = { actor_id: admin.id, target_id: made.id }
  expect(await server.acts()).toMatchObject([
    { ...by, action: 'webhook-create' },
    { ...by, action: 'webhook-change' },
    { ...by, action: 'webhook-change' },
    { ...by, action: 'webhook-pause' },
    { ...by, action: 'webhook-remove' },
  ])
})

test('a new webhook, another URL and a new secret need a recent confirmation, other changes do not', async () => {
  await using server = await openServer()
  const { post } = await setUp(server)
  const { id } = await makeWebhook(server.services, { url: given.url })
  server.clock.pass(11 * minuteMs)
  const denied = { status: 403, code: 'confirmation_required' }
  expect(await post('', given)).toMatchObject(denied)
  expect(await post(`/${id}/secret`)).toMatchObject(denied)
  const other = { ...given, url: 'https://other.firm.example', is_active: true }
  expect(await post(`/${id}`, other)).toMatchObject(denied)
  expect((await post(`/${id}`, { ...given, is_active: false })).status).toBe(200)
})

test('what a webhook is told beyond before needs a recent confirmation', async () => {
  await using server = await openServer()
  const { post, list } = await setUp(server)
  const organization_id = await makeOrganization(server)
  const events = ['threat.reported', 'gateway.silent']
  const { id } = await makeWebhook(server.services, {
    ...{ url: given.url, organization_id, events: events.join(' ') },
  })
  server.clock.pass(11 * minuteMs)
  const change = (other: object) =>
    post(`/${id}`, { ...given, events, organization_id, is_active: true, ...other })
  const denied = { status: 403, code: 'confirmation_required' }
  expect(await change({ organization_id: null })).toMatchObject(denied)
  const elsewhere = await makeOrganization(server)
  expect(await change({ organization_id: elsewhere })).toMatchObject(denied)
  expect(await change({ events: ['threat.reported', 'user.changed'] })).toMatchObject(denied)
  expect(await list()).toMatchObject([{ organization_id, events }])
  expect((await change({ events: ['gateway.silent'], description: 'Fewer' })).status).toBe(200)
  expect(await list()).toMatchObject([{ organization_id, events: ['gateway.silent'] }])
})

test('a new secret replaces the one before, which stays valid for a day', async () => {
  await using server = await openServer()
  const { list, post } = await setUp(server)
  const { id, secret: former } = await makeWebhook(server.services)
  const { secret, old_secret_until } = (await post(`/${id}/secret`)).output(
    renewWebhookSecretEndpoint,
  )
  expect(secret).not.toBe(former)
  const end = new Date(server.clock().getTime() + dayMs).toISOString()
  expect(old_secret_until).toBe(end)
  expect(await list()).toMatchObject([{ old_secret_until: end }])
  server.clock.pass(dayMs)
  const nextDay = await setUp(server)
  expect(await nextDay.list()).toMatchObject([{ old_secret_until: null }])
})

test.each([
  ['ftp://siem.firm.example', 'not_a_webhook_url'],
  ['https://siem.firm.example/#part', 'not_a_webhook_url'],
  ['https://127.0.0.1/', 'not_callable'],
  ['http://siem.firm.example/', 'not_callable'],
])('%s is refused when it is entered', async (url, code) => {
  await using server = await openServer({ webhookPrivateNetworks: '' })
  const { post } = await setUp(server)
  expect(await post('', { ...given, url })).toMatchObject({
    ...{ status: 422, fields: [{ field: 'url', code }] },
  })
})

test('http:// is accepted where the operator names private networks', async () => {
  await using server = await openServer({ webhookPrivateNetworks: '10.0.0.0/8' })
  const { post } = await setUp(server)
  const status = async (url: string) => (await post('', { ...given, url })).status
  expect(await status('http://10.1.2.3/')).toBe(200)
  expect(await status('http://siem.internal/')).toBe(200)
  expect(await status('http://127.0.0.1/')).toBe(422)
  expect(await status('http://93.184.216.34/')).toBe(422)
})

test('there are at most 20 webhooks, and none without a key for secrets', async () => {
  await using server = await openServer()
  const { post } = await setUp(server)
  for (let count = 0; count < limits.webhooks; count += 1) await makeWebhook(server.services)
  expect(await post('', given)).toMatchObject({ status: 409, code: 'too_many_webhooks' })
  await using without = await openServer({ sealer: null })
  const { post: ask } = await setUp(without)
  expect(await ask('', given)).toMatchObject({ status: 409, code: 'webhooks_not_offered' })
})

test('a test message is sent at once, and says what came of it', async () => {
  await using receiver = await startWebhookReceiver()
  await using server = await openServer()
  const { list, post } = await setUp(server)
  const { id } = await makeWebhook(server.services, { url: receiver.url, pause: 'by_hand' })
  const ask = async () => (await post(`/${id}/test`)).output(testWebhookEndpoint)
  expect(await ask()).toEqual({ failure: 'none', status: 204, milliseconds: expect.any(Number) })
  expect(JSON.parse(receiver.received[0]?.body ?? '')).toEqual({
    ...{ type: 'test', timestamp: server.clock().toISOString(), data: { webhook_id: id } },
  })
  receiver.answerWith(() => ({ status: 500 }))
  expect(await ask()).toMatchObject({ failure: 'status', status: 500 })
  receiver.answerWith(() => ({ status: 302, headers: { location: receiver.url } }))
  expect(await ask()).toMatchObject({ failure: 'redirected', status: null })
  expect(receiver.received).toHaveLength(3)
  // It is neither kept nor repeated.
  expect(await list()).toMatchObject([{ waiting: 0, failed: 0, failing_since: null }])
})

test('messages that were given up are listed in pages, sent again and deleted', async () => {
  await using server = await openServer()
  const { token, list, post } = await setUp(server)
  const { id } = await makeWebhook(server.services)
  const other = await makeWebhook(server.services)
  const failed = [await makeDelivery(server, id), await makeDelivery(server, id)]
  const waiting = await makeDelivery(server, id, { state: 'waiting' })
  const strange = await makeDelivery(server, other.id)
  const ids = async (query: string) => {
    const answer = await server.get(`/api/admin/webhook-deliveries?${query}`, { token })
    return answer.output(listDeliveriesEndpoint).map((row) => row.id)
  }
  expect(await ids('')).toEqual([strange, ...failed.toReversed()])
  expect(await ids(`webhook_id=${id}`)).toEqual(failed.toReversed())
  expect(await ids(`webhook_id=${id}&state=waiting`)).toEqual([waiting])
  const first = await server.get(`/api/admin/webhook-deliveries?webhook_id=${id}&limit=1`, {
    token,
  })
  const next = /<([^>]+)>/.exec(first.headers.get('link') ?? '')?.[1]
  const second = (await server.get(next ?? '', { token })).output(listDeliveriesEndpoint)
  expect(second.map((row) => row.id)).toEqual([failed[0]])
  expect(await list()).toMatchObject([{ failed: 2, waiting: 1 }, { failed: 1 }])

  const change = async (action: string, body: object) =>
    (await post(`/${id}/deliveries/${action}`, body)).output(sendDeliveryAgainEndpoint).changed
  expect(await change('send', { delivery_id: strange })).toBe(0)
  expect(await change('delete', { delivery_id: strange })).toBe(0)
  expect(await change('send', { delivery_id: failed[0] })).toBe(1)
  expect(await ids(`webhook_id=${id}&state=waiting`)).toEqual([waiting, failed[0]])
  expect(await change('delete', { delivery_id: waiting })).toBe(1)
  expect(await change('send', {})).toBe(1)
  expect(await ids(`webhook_id=${id}`)).toEqual([])
  await makeDelivery(server, id)
  expect(await change('delete', {})).toBe(1)
  expect(await ids(`webhook_id=${id}`)).toEqual([])
  expect(await ids('')).toEqual([strange])
})

test('a message whose time is over is neither listed, counted nor sent again', async () => {
  await using server = await openServer()
  const { id } = await makeWebhook(server.services)
  await makeDelivery(server, id)
  server.clock.pass(30 * dayMs)
  const { token, list, post } = await setUp(server)
  const rows = await server.get('/api/admin/webhook-deliveries', { token })
  expect(rows.output(listDeliveriesEndpoint)).toEqual([])
  expect(await list()).toMatchObject([{ failed: 0 }])
  const sent = await post(`/${id}/deliveries/send`, {})
  expect(sent.output(sendDeliveryAgainEndpoint)).toEqual({ changed: 0 })
})
