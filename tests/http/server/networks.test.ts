import { expect, test } from 'vitest'
import { isNetworkList, isWithin } from '../../../server/core/networks.ts'
import { createTestServer, type TestServer } from '../../support/server/server.ts'
import { makeGatewayKey, makeScan, makeUser } from '../../support/worlds/factories.ts'

test.each([
  ['', true],
  ['192.0.2.0/24', true],
  ['192.0.2.7, 2001:db8::/32', true],
  ['0.0.0.0/0', true],
  ['192.0.2.0/33', false],
  ['2001:db8::/129', false],
  ['192.0.2/24', false],
  ['office', false],
  ['192.0.2.0/24;10.0.0.0/8', false],
])('%j is a list of networks: %s', (text, isList) => {
  expect(isNetworkList(text)).toBe(isList)
})

test.each([
  ['192.0.2.0/24', '192.0.2.255', true],
  ['192.0.2.0/24', '192.0.3.0', false],
  ['192.0.2.0/24', '::ffff:192.0.2.1', true],
  ['192.0.2.7', '192.0.2.8', false],
  ['2001:db8::/32', '2001:db8:ffff::1', true],
  ['2001:db8::/32', '2001:db9::1', false],
  ['10.0.0.0/8,192.0.2.0/24', '192.0.2.1', true],
  ['192.0.2.0/24', '', false],
  ['', '', true],
])('of %j is %s: %s', (networks, address, isIn) => {
  expect(isWithin(networks, address)).toBe(isIn)
})

async function report(server: TestServer, key: string, recipient: string, address: string) {
  const answer = await server.app.request(
    '/api/scans',
    {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${key}` },
      body: JSON.stringify(makeScan({ recipient })),
    },
    { incoming: { socket: { remoteAddress: address } } },
  )
  return answer.status
}

test('a gateway outside the configured networks is rejected, whatever its key', async () => {
  await using server = await createTestServer({ services: { gatewayNetworks: '192.0.2.0/24' } })
  const user = await makeUser(server)
  const key = await makeGatewayKey(server, user.organizationId)
  expect(await report(server, key, user.email, '192.0.2.9')).toBe(200)
  expect(await report(server, key, user.email, '198.51.100.9')).toBe(403)
  expect(await report(server, 'wrong', user.email, '198.51.100.9')).toBe(403)
})

test('a key is valid in its networks until it expires', async () => {
  await using server = await createTestServer()
  const user = await makeUser(server)
  const key = await makeGatewayKey(server, user.organizationId)
  const set = (values: { networks?: string; expires_at?: string }) =>
    server.database.updateTable('gateway_keys').set(values).execute()
  await set({ networks: '2001:db8::/32' })
  expect(await report(server, key, user.email, '2001:db8::9')).toBe(200)
  expect(await report(server, key, user.email, '192.0.2.9')).toBe(403)
  await set({ networks: '', expires_at: new Date(server.clock().getTime() + 1000).toISOString() })
  expect(await report(server, key, user.email, '192.0.2.9')).toBe(200)
  server.clock.pass(1000)
  expect(await report(server, key, user.email, '192.0.2.9')).toBe(401)
})

test('the last use of a key is stored to the minute, with one write per minute', async () => {
  await using server = await createTestServer()
  const user = await makeUser(server)
  const key = await makeGatewayKey(server, user.organizationId)
  const lastUse = async () => {
    const keys = server.database.selectFrom('gateway_keys').select('last_used_at')
    return (await keys.executeTakeFirstOrThrow()).last_used_at
  }
  expect(await lastUse()).toBeNull()
  const first = server.clock().toISOString()
  await report(server, key, user.email, '192.0.2.9')
  expect(await lastUse()).toBe(first)
  server.clock.pass(59_000)
  await report(server, key, user.email, '192.0.2.9')
  expect(await lastUse()).toBe(first)
  server.clock.pass(1000)
  await report(server, key, user.email, '192.0.2.9')
  expect(await lastUse()).toBe(server.clock().toISOString())
})
