import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect } from 'vitest'
import type { ThreatLevel } from '../../../contract/emails/threat-level.ts'
import { listen } from '../../../server/listen.ts'
import { queueMail } from '../../../server/mail/mail.ts'
import { createMetrics } from '../../../server/metrics/metrics.ts'
import { makeReport } from '../../support/mail/rspamd.ts'
import { sampleIn, samplesIn } from '../../support/metrics.ts'
import { openConnection } from '../../support/server/client.ts'
import { createTestServer, visitHousekeeping } from '../../support/server/server.ts'
import { test } from '../../support/server/server-test.ts'
import {
  changeOrganization,
  makeOrganization,
  makeUser,
  signInAdmin,
} from '../../support/worlds/factories.ts'
import { makeGatewayKey } from '../../support/worlds/mail-factories.ts'

const hourMs = 60 * 60 * 1000

/** Apart from those of Node.js, whose kinds of resources come and go. */
const ownSamples = (text: string) => samplesIn(text).filter(({ name }) => name.startsWith('aman_'))

test('the number of series has a limit, and no name or domain of anyone is in a label', async () => {
  await using server = await createTestServer()
  const metrics = createMetrics(server)
  const few = ownSamples(await metrics.text()).length
  const ids: string[] = []
  for (let made = 0; made < 120; made += 1) {
    const id = await makeOrganization(server, {
      name: `Harbour ${made}`,
      contact_email: `office@harbour-${made}.example`,
    })
    ids.push(id)
    await makeGatewayKey(server, id)
    await makeGatewayKey(server, id, 'flags')
    await server.services.noteReport(id)
    server.clock.pass(1000)
  }
  await server.database
    .updateTable('gateway_keys')
    .set({ last_used_at: server.clock().toISOString() })
    .execute()
  const text = await metrics.text()
  const samples = ownSamples(text)
  expect(samples.length - few).toBe(200)
  expect(text).not.toMatch(/harbour|@|\.example/i)
  const reported = samples.filter(({ name }) => name === 'aman_gateway_last_report_seconds')
  expect(reported.map(({ labels }) => labels.get('organization'))).toEqual(ids.slice(0, 100))
  expect(reported[0]?.value).toBe(120)
  const read = samples.filter(({ name }) => name === 'aman_gateway_last_flags_seconds')
  expect(read).toHaveLength(100)
})

test('an organization that is suspended or has no key for reports is not a silent gateway', async () => {
  await using server = await createTestServer()
  const metrics = createMetrics(server)
  const [heard, suspended, disconnected] = await Promise.all(
    [1, 2, 3].map(() => makeOrganization(server)),
  )
  for (const id of [heard, suspended, disconnected]) {
    await makeGatewayKey(server, id ?? '')
    await server.services.noteReport(id ?? '')
  }
  const at = server.clock().toISOString()
  await changeOrganization(server, suspended ?? '', { suspended_at: at })
  await server.database
    .updateTable('gateway_keys')
    .set({ revoked_at: at })
    .where('organization_id', '=', disconnected ?? '')
    .execute()
  const named = samplesIn(await metrics.text()).flatMap(({ name, labels }) =>
    name === 'aman_gateway_last_report_seconds' ? labels.get('organization') : [],
  )
  expect(named).toEqual([heard])
})

test('mail that waits is counted with the age of the oldest', async ({ server }) => {
  const metrics = createMetrics(server)
  const mail = { to: 'someone@firm.example', subject: 'A subject', text: 'A text' }
  await queueMail(server.database, server.services, mail)
  server.clock.pass(hourMs)
  await queueMail(server.database, server.services, mail)
  const text = await metrics.text()
  expect(sampleIn(text, 'aman_waiting', { kind: 'mail' })).toBe(2)
  expect(sampleIn(text, 'aman_waiting_oldest_seconds', { kind: 'mail' })).toBe(3600)
  expect(sampleIn(text, 'aman_waiting', { kind: 'webhook' })).toBe(0)
  await server.database.updateTable('mails').set({ given_up_at: 'then' }).execute()
  const afterwards = await metrics.text()
  expect(sampleIn(afterwards, 'aman_waiting', { kind: 'mail' })).toBe(0)
  expect(sampleIn(afterwards, 'aman_mails_given_up')).toBe(2)
})

test('housekeeping says when it came to its end, and nothing before it ever did', async () => {
  await using server = await createTestServer()
  const metrics = createMetrics(server)
  expect(sampleIn(await metrics.text(), 'aman_housekeeping_ended_seconds')).toBeUndefined()
  await visitHousekeeping(server.services)
  server.clock.pass(2 * hourMs)
  const text = await metrics.text()
  expect(sampleIn(text, 'aman_housekeeping_ended_seconds')).toBe(7200)
  expect(sampleIn(text, 'aman_housekeeping_duration_seconds')).toBeGreaterThanOrEqual(0)
})

test('a database that does not answer is said, and figures of the process go on', async () => {
  await using server = await createTestServer()
  const metrics = createMetrics(server)
  await server.services.noteReport(await makeOrganization(server))
  expect(sampleIn(await metrics.text(), 'aman_database_up')).toBe(1)
  await server.database.schema.dropTable('webhook_deliveries').execute()
  const text = await metrics.text()
  expect(sampleIn(text, 'aman_database_up')).toBe(0)
  expect(sampleIn(text, 'aman_mails_given_up')).toBeUndefined()
  expect(sampleIn(text, 'aman_waiting', { kind: 'mail' })).toBeUndefined()
  expect(sampleIn(text, 'aman_waiting', { kind: 'analysis' })).toBe(0)
  expect(sampleIn(text, 'process_resident_memory_bytes')).toBeGreaterThan(0)
})

test('a mail that rspamd reports twice is counted once', async () => {
  const counted: ThreatLevel[] = []
  await using server = await createTestServer({
    services: { countScans: (levels) => counted.push(...levels) },
  })
  const user = await makeUser(server, { email: 'rania@firm.example' })
  const token = await makeGatewayKey(server, user.organizationId)
  const body = makeReport({ rcpt: [user.email], action: 'add header' })
  for (const _ of [1, 2]) {
    expect((await server.post('/api/rspamd', { token, body })).status).toBe(200)
  }
  expect(counted).toEqual(['suspicious'])
})

test('an import that runs is counted while it runs, with its age', async ({ server }) => {
  const metrics = createMetrics(server)
  const { token } = await signInAdmin(server)
  const place = { host: '127.0.0.1', port: 0, siteDirectory: '' }
  const { url, close } = await listen(server.app, place, { watchers: [metrics.watchRequest] })
  const waiting = async () => sampleIn(await metrics.text(), 'aman_waiting', { kind: 'import' })
  expect(await waiting()).toBe(0)
  const socket = await openConnection(Number(new URL(url).port))
  const body = JSON.stringify({ rows: [], dry_run: true })
  const head = [
    'POST /api/admin/users/import HTTP/1.1',
    'Host: 127.0.0.1',
    'Content-Type: application/json',
    `Authorization: Bearer ${token}`,
    `Content-Length: ${body.length}`,
  ]
  socket.write(`${head.join('\r\n')}\r\n\r\n${body.slice(0, -1)}`)
  await expect.poll(waiting).toBe(1)
  const labels = { kind: 'import' }
  expect(sampleIn(await metrics.text(), 'aman_waiting_oldest_seconds', labels)).toBeGreaterThan(0)
  socket.write(body.slice(-1))
  await once(socket, 'data')
  await expect.poll(waiting).toBe(0)
  socket.destroy()
  await close()
})

test('a client that leaves before its answer is counted as aborted', async ({ server }) => {
  const metrics = createMetrics(server)
  const place = { host: '127.0.0.1', port: 0, siteDirectory: '' }
  const { url, close } = await listen(server.app, place, { watchers: [metrics.watchRequest] })
  const socket = await openConnection(Number(new URL(url).port))
  const head = 'POST /api/auth/login HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: application/json'
  socket.write(`${head}\r\nContent-Length: 100\r\n\r\n{`)
  socket.destroy()
  const labels = { call: 'POST /auth/login', status: 'aborted' }
  await expect
    .poll(async () => sampleIn(await metrics.text(), 'aman_requests_total', labels))
    .toBe(1)
  await close()
})

const repository = join(import.meta.dirname, '../../..')

test('alerts and the dashboard name figures that there are, and each figure says what it counts', async () => {
  await using server = await createTestServer()
  const text = await createMetrics(server).text()
  const families = new Set([...text.matchAll(/^# TYPE (\S+)/gm)].map(([, name = '']) => name))
  for (const file of ['hosting/alerts.yaml', 'hosting/grafana.json']) {
    const used = (await readFile(join(repository, file), 'utf8')).matchAll(
      /\b(?:aman|process|nodejs)_[a-z0-9_]+/g,
    )
    for (const [name] of used) expect(families, file).toContain(familyOf(name))
  }
  const explained = new Set([...text.matchAll(/^# HELP (\S+) .{10,}/gm)].map(([, name]) => name))
  expect([...families].filter((name) => !explained.has(name))).toEqual([])
})

function familyOf(name: string): string {
  return name.replace(/_(?:total|bucket|count|sum)$/, '')
}
