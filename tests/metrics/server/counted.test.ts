import { once } from 'node:events'
import { expect, test } from 'vitest'
import type { ThreatLevel } from '../../../contract/emails/threat-level.ts'
import { listen } from '../../../server/listen.ts'
import { createMetrics } from '../../../server/metrics/metrics.ts'
import { makeReport } from '../../support/mail/rspamd.ts'
import { sampleIn } from '../../support/metrics.ts'
import { createTestServer } from '../../support/server/server.ts'
import { openConnection } from '../../support/wire.ts'
import { makeGatewayKey, makeSession, makeUser } from '../../support/worlds/factories.ts'

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

test('an import that runs is counted while it runs, with its age', async () => {
  await using server = await createTestServer()
  const metrics = createMetrics(server)
  const admin = await makeUser(server, { role: 'super_admin' })
  const token = await makeSession(server, admin)
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

test('a client that leaves before its answer is counted as aborted', async () => {
  await using server = await createTestServer()
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
