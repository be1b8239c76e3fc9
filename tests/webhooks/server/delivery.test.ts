import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { dayMs, hourMs, minuteMs, secondMs } from '../../../server/core/clock.ts'
import { createOutboundPost } from '../../../server/core/outbound-fetch.ts'
import { runHousekeeping } from '../../../server/housekeeping.ts'
import { apiDocument } from '../../../server/openapi/document.ts'
import { claimDelivery, deliveryQueue } from '../../../server/webhooks/attempts.ts'
import { startWebhookWorker } from '../../../server/webhooks/worker.ts'
import { createTestServer, type TestServer } from '../../support/server/server.ts'
import { until } from '../../support/until.ts'
import {
  makeDelivery,
  makeWebhook,
  sendDueMessages,
  startWebhookReceiver,
  verifyMessage,
} from '../../support/webhooks/webhooks.ts'
import { makeUser } from '../../support/worlds/factories.ts'
import { reportScans } from '../../support/worlds/mail-factories.ts'

const webhookPost = createOutboundPost({ privateNetworks: '127.0.0.0/8' })

/** The library of the receiver reads the system's time, which is that of the server. */
async function openServer(): Promise<TestServer> {
  const services = { webhookPost, webhookPrivateNetworks: '127.0.0.0/8' }
  const server = await createTestServer({ services })
  vi.setSystemTime(server.clock())
  return server
}

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'] })
})
afterEach(() => {
  vi.useRealTimers()
})

function pass(server: TestServer, milliseconds: number): void {
  server.clock.pass(milliseconds)
  vi.setSystemTime(server.clock())
}

const waiting = { state: 'waiting', attempts: 0, failure: 'none', status: null } as const

async function onlyDelivery({ database }: TestServer) {
  return database.selectFrom('webhook_deliveries').selectAll().executeTakeFirstOrThrow()
}

async function onlyWebhook({ database }: TestServer) {
  return database.selectFrom('webhooks').selectAll().executeTakeFirstOrThrow()
}

test('a message is sent once, as JSON that a library of Standard Webhooks verifies', async () => {
  await using receiver = await startWebhookReceiver()
  await using server = await openServer()
  const user = await makeUser(server)
  const { secret } = await makeWebhook(server.services, {
    url: receiver.url,
    events: 'threat.reported',
  })
  await reportScans(server, user, [{ threat_level: 'malicious' }])
  await sendDueMessages(server.services)
  await sendDueMessages(server.services)
  expect(receiver.received).toHaveLength(1)
  const [message] = receiver.received
  if (message === undefined) throw new Error('nothing came')
  const { message_id, state, status } = await onlyDelivery(server)
  expect(message.id).toBe(message_id)
  const documented = apiDocument().webhooks['threat.reported']?.post.parameters ?? []
  expect(documented.map(({ name }) => name)).toEqual(
    Object.keys(message.headers).filter((name) => name.startsWith('webhook-')),
  )
  expect(message.headers['content-type']).toBe('application/json')
  expect(verifyMessage(secret, message)).toMatchObject({ type: 'threat.reported' })
  const changed = { ...message, body: message.body.replace('malicious', 'safe') }
  expect(() => verifyMessage(secret, changed)).toThrow(/signature/)
  expect({ state, status }).toEqual({ state: 'delivered', status: 204 })
})

test('after a new secret both verify for a day, and then only the new one', async () => {
  await using receiver = await startWebhookReceiver()
  await using server = await openServer()
  const { secret: former, id } = await makeWebhook(server.services, { url: receiver.url })
  const { sealed_secret } = await onlyWebhook(server)
  const other = await makeWebhook(server.services, { id: 'other' })
  const { sealer } = server.services
  await server.database
    .updateTable('webhooks')
    .set({
      sealed_secret: sealer?.seal(other.secret, `webhook ${id}`) ?? '',
      old_sealed_secret: sealed_secret,
      old_secret_until: new Date(server.clock().getTime() + dayMs).toISOString(),
    })
    .where('id', '=', id)
    .execute()
  const send = async () => {
    await makeDelivery(server, id, waiting)
    await sendDueMessages(server.services)
    const message = receiver.received.at(-1)
    if (message === undefined) throw new Error('nothing came')
    return message
  }
  const first = await send()
  verifyMessage(former, first)
  verifyMessage(other.secret, first)
  pass(server, dayMs)
  const second = await send()
  expect(() => verifyMessage(former, second)).toThrow(/signature/)
  verifyMessage(other.secret, second)
  await runHousekeeping(server.services)
  expect(await onlyWebhook(server)).toMatchObject({ old_sealed_secret: null })
})

test('a failure is repeated after growing pauses for about three days, and then listed', async () => {
  await using receiver = await startWebhookReceiver()
  await using server = await openServer()
  receiver.answerWith(() => ({ status: 503, body: 'an answer that is not kept' }))
  const { id, secret } = await makeWebhook(server.services, { url: receiver.url })
  await makeDelivery(server, id, waiting)
  const begun = server.clock().getTime()
  for (const [index, pauseMs] of deliveryQueue.pausesMs.entries()) {
    await sendDueMessages(server.services)
    const row = await onlyDelivery(server)
    expect(row).toMatchObject({ state: 'waiting', attempts: index + 1, failure: 'status' })
    const waitMs = Date.parse(row.next_attempt_at) - server.clock().getTime()
    expect(waitMs).toBeGreaterThanOrEqual(0.8 * pauseMs)
    expect(waitMs).toBeLessThanOrEqual(1.2 * pauseMs)
    pass(server, waitMs - 1)
    await sendDueMessages(server.services)
    expect(receiver.received).toHaveLength(index + 1)
    pass(server, 1)
  }
  await sendDueMessages(server.services)
  expect(await onlyDelivery(server)).toMatchObject({ state: 'failed', attempts: 15, status: 503 })
  const days = (server.clock().getTime() - begun) / dayMs
  expect(days).toBeGreaterThan(2.5)
  expect(days).toBeLessThan(3.9)
  expect(new Set(receiver.received.map((message) => message.id)).size).toBe(1)
  // Each attempt is signed with its own time.
  verifyMessage(secret, receiver.received.at(-1) ?? { id: '', headers: {}, body: '' })
  const rows = await server.database.selectFrom('webhook_deliveries').selectAll().execute()
  expect(JSON.stringify([rows, server.logged])).not.toContain('not kept')
})

test('410 pauses a webhook at once, and what waits is sent when it is resumed', async () => {
  await using receiver = await startWebhookReceiver()
  await using server = await openServer()
  const admin = await makeUser(server, { role: 'super_admin' })
  receiver.answerWith(() => ({ status: 410 }))
  const { id } = await makeWebhook(server.services, { url: `${receiver.url}?token=hidden` })
  const first = await makeDelivery(server, id, waiting)
  await sendDueMessages(server.services)
  await makeDelivery(server, id, waiting)
  await sendDueMessages(server.services)
  expect(receiver.received).toHaveLength(1)
  expect(await onlyWebhook(server)).toMatchObject({ pause: 'gone' })
  const row = await server.database
    .selectFrom('webhook_deliveries')
    .select(['state', 'failure'])
    .where('id', '=', first)
    .executeTakeFirst()
  expect(row).toEqual({ state: 'failed', failure: 'gone' })
  const mails = await server.database.selectFrom('mails').selectAll().execute()
  expect(mails).toMatchObject([{ recipient: admin.email, subject: 'A webhook was paused' }])
  expect(mails[0]?.body).toContain('410 Gone')
  expect(mails[0]?.body).not.toContain('hidden')
  receiver.answerWith(() => ({ status: 200 }))
  await server.database.updateTable('webhooks').set({ pause: 'no' }).execute()
  await sendDueMessages(server.services)
  expect(receiver.received).toHaveLength(2)
})

test('a webhook that takes nothing for five days is paused with one mail, and a success restarts the days', async () => {
  await using receiver = await startWebhookReceiver()
  await using server = await openServer()
  await makeUser(server, { role: 'super_admin' })
  const { id } = await makeWebhook(server.services, { url: receiver.url })
  const attempt = async (status: number) => {
    receiver.answerWith(() => ({ status }))
    await makeDelivery(server, id, waiting)
    await sendDueMessages(server.services)
    return (await onlyWebhook(server)).pause
  }
  expect(await attempt(500)).toBe('no')
  pass(server, 4 * dayMs)
  expect(await attempt(200)).toBe('no')
  pass(server, 4 * dayMs)
  expect(await attempt(500)).toBe('no')
  pass(server, 5 * dayMs)
  expect(await attempt(500)).toBe('failing')
  const mails = await server.database.selectFrom('mails').select('body').execute()
  expect(mails).toHaveLength(1)
  expect(mails[0]?.body).toContain('no message for five days')
})

test('a redirect is a failure and is not followed', async () => {
  await using inside = await startWebhookReceiver()
  await using receiver = await startWebhookReceiver()
  await using server = await openServer()
  receiver.answerWith(() => ({ status: 307, headers: { location: inside.url } }))
  const { id } = await makeWebhook(server.services, { url: receiver.url })
  await makeDelivery(server, id, waiting)
  await sendDueMessages(server.services)
  expect(inside.received).toEqual([])
  expect(await onlyDelivery(server)).toMatchObject({ state: 'waiting', failure: 'redirected' })
})

test('two servers share the messages, and each is sent by one of them', async () => {
  await using receiver = await startWebhookReceiver()
  await using server = await openServer()
  const { id } = await makeWebhook(server.services, { url: receiver.url })
  for (let count = 0; count < 12; count += 1) await makeDelivery(server, id, waiting)
  await Promise.all([sendDueMessages(server.services), sendDueMessages(server.services)])
  const ids = receiver.received.map((message) => message.id)
  expect(ids).toHaveLength(12)
  expect(new Set(ids).size).toBe(12)
})

test('what a server had claimed when it was killed is sent by another one after the lease', async () => {
  await using receiver = await startWebhookReceiver()
  await using server = await openServer()
  const { id } = await makeWebhook(server.services, { url: receiver.url })
  await makeDelivery(server, id, waiting)
  expect(await claimDelivery(server.database, id, server.clock())).toBeDefined()
  pass(server, minuteMs - 1)
  await sendDueMessages(server.services)
  expect(receiver.received).toHaveLength(0)
  pass(server, 1)
  await sendDueMessages(server.services)
  expect(receiver.received).toHaveLength(1)
})

test('a receiver that never answers delays no other one, and takes at most four messages at once', async () => {
  await using slow = await startWebhookReceiver()
  await using quick = await startWebhookReceiver()
  await using server = await openServer()
  const answered = Promise.withResolvers<void>()
  slow.answerWith(async () => {
    await answered.promise
    return { status: 200 }
  })
  const ill = await makeWebhook(server.services, { url: slow.url })
  const well = await makeWebhook(server.services, { url: quick.url })
  for (let count = 0; count < 6; count += 1) await makeDelivery(server, ill.id, waiting)
  for (let count = 0; count < 6; count += 1) await makeDelivery(server, well.id, waiting)
  const sent = sendDueMessages(server.services)
  await until(() => quick.received.length === 6 && slow.received.length === 4)
  // Another look finds what came meanwhile.
  await makeDelivery(server, well.id, waiting)
  const second = sendDueMessages({ ...server.services })
  await until(() => quick.received.length === 7)
  answered.resolve()
  await Promise.all([sent, second])
  expect(slow.received).toHaveLength(6)
})

test('a message that was scheduled while the clock was ahead is sent all the same', async () => {
  await using receiver = await startWebhookReceiver()
  await using server = await openServer()
  const { id } = await makeWebhook(server.services, { url: receiver.url })
  const ahead = new Date(server.clock().getTime() + 20 * hourMs).toISOString()
  await makeDelivery(server, id, { ...waiting, next_attempt_at: ahead })
  const worker = startWebhookWorker(server.services)
  await until(() => receiver.received.length === 1)
  await worker.stop()
  expect(await onlyDelivery(server)).toMatchObject({ state: 'delivered', attempts: 1 })
})

test('a message whose time is over is not sent', async () => {
  await using receiver = await startWebhookReceiver()
  await using server = await openServer()
  const { id } = await makeWebhook(server.services, { url: receiver.url })
  await makeDelivery(server, id, {
    ...waiting,
    expires_at: new Date(server.clock().getTime() + secondMs).toISOString(),
  })
  pass(server, secondMs)
  await sendDueMessages(server.services)
  expect(receiver.received).toEqual([])
})
