import { expect, test } from 'vitest'
import { createTestServer } from '../../support/server/server.ts'
import { makeUser } from '../../support/worlds/factories.ts'

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
