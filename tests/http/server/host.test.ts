import { expect } from 'vitest'
import { isNetworkList, isWithin } from '../../../server/core/networks.ts'
import { createHostRule } from '../../../server/http/connections/host.ts'
import { limitedNetwork } from '../../../server/http/connections/network.ts'
import { listen } from '../../../server/listen.ts'
import { say } from '../../support/server/client.ts'
import { createTestServer, type TestServer } from '../../support/server/server.ts'
import { test } from '../../support/server/server-test.ts'
import { makeUser } from '../../support/worlds/factories.ts'
import { makeGatewayKey, makeScan } from '../../support/worlds/mail-factories.ts'

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

test('a key is valid in its networks until it expires', async ({ server, user }) => {
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

const loopback = { host: '127.0.0.1', publicUrl: null, allowedHosts: [] }
const named = {
  host: '0.0.0.0',
  publicUrl: 'https://aman.firm.example',
  allowedHosts: ['aman.lan'],
}

async function startListening(reach: Parameters<typeof createHostRule>[0]) {
  const server = await createTestServer()
  const place = { host: '127.0.0.1', port: 0, siteDirectory: '' }
  const { url, close } = await listen(server.app, place, { answersHost: createHostRule(reach) })
  return {
    ask: (path: string, host: string) =>
      say(
        Number(new URL(url).port),
        `GET ${path} HTTP/1.1\r\nHost: ${host}\r\nConnection: close\r\n\r\n`,
      ),
    async [Symbol.asyncDispose]() {
      await close()
      await server.database.destroy()
    },
  }
}

const ownMachine = ['localhost', 'LOCALHOST:4321', 'localhost.', 'aman.localhost:80', '127.0.0.1']
const addresses = ['10.1.2.3:4321', '[::1]:4321', '[2001:db8::1]', '127.9.9.9:1']
const strangers = ['attacker.example', 'attacker.example:4321', 'localhost.attacker.example', 'a']

test('a server on loopback accepts only local names and addresses', async () => {
  await using server = await startListening(loopback)
  for (const host of [...ownMachine, ...addresses]) {
    expect(await server.ask('/config.json', host), host).toMatch(/^HTTP\/1\.1 200 /)
  }
  for (const host of [...strangers, 'aman.firm.example']) {
    const answer = await server.ask('/api/privacy-policy', host)
    expect(answer, host).toMatch(/^HTTP\/1\.1 421 /)
    expect(answer).toContain('"detail":"This server is not known by this name.')
    expect(await server.ask('/', host), host).toMatch(/^HTTP\/1\.1 421 /)
  }
})

test('a server with PUBLIC_URL accepts its host and those in ALLOWED_HOSTS', async () => {
  await using server = await startListening(named)
  const good = ['aman.firm.example', 'Aman.Firm.example:443', 'aman.firm.example.', 'aman.lan']
  for (const host of [...good, ...ownMachine, ...addresses]) {
    expect(await server.ask('/config.json', host), host).toMatch(/^HTTP\/1\.1 200 /)
  }
  for (const host of [...strangers, 'firm.example', 'x.aman.firm.example', 'aman.firm.example.b']) {
    expect(await server.ask('/config.json', host), host).toMatch(/^HTTP\/1\.1 421 /)
  }
})

test('health and readiness are answered for any name', async () => {
  await using server = await startListening(named)
  for (const path of ['/api/health', '/api/health?', '/api/ready']) {
    expect(await server.ask(path, 'attacker.example'), path).toMatch(/^HTTP\/1\.1 200 /)
  }
  for (const path of ['/api/healthy', '/api/ready/x']) {
    expect(await server.ask(path, 'attacker.example'), path).toMatch(/^HTTP\/1\.1 421 /)
  }
})

test('a public server without a configured name accepts all names, and so does ALLOWED_HOSTS=*', () => {
  expect(createHostRule({ ...loopback, host: '0.0.0.0' })('any.example')).toBe(true)
  expect(createHostRule({ ...loopback, allowedHosts: null })('any.example')).toBe(true)
  const only = createHostRule({ ...loopback, host: '0.0.0.0', allowedHosts: ['aman.lan'] })
  expect(only('aman.lan')).toBe(true)
  expect(only('any.example')).toBe(false)
})

/** @returns the address, or the /64 of IPv6, that a failed sign-in was counted for */
async function countedAddress(trustedProxies: number, forwarded: string | undefined) {
  await using server = await createTestServer({ services: { trustedProxies } })
  await makeUser(server, { username: 'rania', password: 'correct horse battery' })
  const answer = await server.app.request(
    '/api/auth/login',
    {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        ...(forwarded === undefined ? {} : { 'x-forwarded-for': forwarded }),
      },
      body: JSON.stringify({ username: 'rania', password: 'wrong' }),
    },
    { incoming: { socket: { remoteAddress: '10.0.0.1' } } },
  )
  expect(answer.status).toBe(401)
  const failures = await server.database.selectFrom('login_failures').select('address').execute()
  return failures[0]?.address
}

test.each([
  [0, undefined, '10.0.0.1'],
  [0, '192.0.2.1', '10.0.0.1'],
  [1, undefined, '10.0.0.1'],
  [1, '192.0.2.1', '192.0.2.1'],
  [1, '203.0.113.9, 192.0.2.1', '192.0.2.1'],
  [2, '203.0.113.9, 192.0.2.1, 10.0.0.2', '192.0.2.1'],
  [2, '192.0.2.1', '192.0.2.1'],
  [1, '192.0.2.1:4711', '192.0.2.1'],
  [1, '[2001:db8::1]:4711', '2001:db8:0:0::/64'],
  [1, '2001:db8::1', '2001:db8:0:0::/64'],
  [1, "'; drop table users", '10.0.0.1'],
  [1, 'unknown', '10.0.0.1'],
  [1, ' , ', '10.0.0.1'],
])(
  'behind %i proxies with the header %s a sign-in counts for %s',
  { tags: ['R376'] },
  async (proxies, header, address) => {
    expect(await countedAddress(proxies, header)).toBe(address)
  },
)

test('forged addresses before the real one do not bypass the limit', async () => {
  await using server = await createTestServer({
    services: { trustedProxies: 1 },
    limits: { signInFailuresPerAddress: 2 },
  })
  const statuses: number[] = []
  for (let attempt = 0; attempt < 4; attempt += 1) {
    const { status } = await server.post('/api/auth/login', {
      body: { username: `person-${attempt}`, password: 'wrong' },
      headers: { 'x-forwarded-for': `198.51.100.${attempt}, 192.0.2.1` },
    })
    statuses.push(status)
  }
  expect(statuses).toEqual([401, 401, 429, 429])
})

test.each([
  ['192.0.2.7', '192.0.2.7'],
  ['::ffff:192.0.2.7', '192.0.2.7'],
  ['::ffff:c000:207', '192.0.2.7'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
  ['2001:DB8:1:2::9', '2001:db8:1:2::/64'],
  ['2001:0db8:0001:0002:ffff::', '2001:db8:1:2::/64'],
  ['2001:db8::1', '2001:db8:0:0::/64'],
  ['2001:db8:0:1::1', '2001:db8:0:1::/64'],
  ['fe80::1%eth0', 'fe80:0:0:0::/64'],
  ['::1', '0:0:0:0::/64'],
  ['', ''],
])('the address %s is counted as %s', (address, network) => {
  expect(limitedNetwork(address)).toBe(network)
})
