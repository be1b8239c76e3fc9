import { expect, test } from 'vitest'
import { listen } from '../../../server/listen.ts'
import { createTestServer } from '../../support/server/server.ts'
import { makeSession, makeUser } from '../../support/worlds/factories.ts'

const site = 'https://www.your-firm.example'
const strangers = [
  'https://evil.example',
  'http://www.your-firm.example',
  'https://www.your-firm.example.evil.example',
  'https://your-firm.example',
  'https://www.your-firm.example:8443',
  'null',
]

function createServer() {
  return createTestServer({ services: { allowedOrigins: [site, 'http://localhost:4321'] } })
}

test('only a listed origin can read answers and errors', async () => {
  await using server = await createServer()
  const token = await makeSession(server, await makeUser(server))
  const calls = [
    ['/api/auth/me', token, 200],
    ['/api/auth/me', 'wrong', 401],
    ['/api/nothing', token, 404],
    ['/api/admin/users', token, 403],
  ] as const
  for (const [path, given, status] of calls) {
    const named = await server.get(path, { token: given, headers: { origin: site } })
    expect(named.status).toBe(status)
    expect(named.headers.get('access-control-allow-origin')).toBe(site)
    expect(named.headers.get('access-control-expose-headers')).toMatch(/\bLink\b/)
    expect(named.headers.get('cross-origin-resource-policy')).toBe('cross-origin')
    expect(named.headers.get('vary')).toMatch(/\bOrigin\b/)
    expect(named.headers.get('access-control-allow-credentials')).toBeNull()
    for (const origin of strangers) {
      const other = await server.get(path, { token: given, headers: { origin } })
      expect(other.headers.get('access-control-allow-origin'), origin).toBeNull()
      expect(other.headers.get('cross-origin-resource-policy')).toBeNull()
      expect(other.headers.get('vary')).toMatch(/\bOrigin\b/)
    }
  }
})

test.each([
  ['of the site', '/api/flags/remove/1'],
  ['that extensions make, too,', '/api/flags/add'],
])('a preflight request of a call %s gets what a listed origin may send', async (_, path) => {
  await using server = await createServer()
  const ask = (origin: string) =>
    server.app.request(path, {
      method: 'OPTIONS',
      headers: {
        origin,
        'access-control-request-method': 'DELETE',
        'access-control-request-headers': 'authorization,content-type',
      },
    })
  const { status, headers } = await ask(site)
  expect(status).toBe(204)
  expect(headers.get('access-control-allow-origin')).toBe(site)
  expect(headers.get('access-control-allow-methods')).toBe('GET,POST,DELETE')
  expect(headers.get('access-control-allow-headers')).toBe('Authorization,Content-Type')
  expect(headers.get('access-control-max-age')).toBe('7200')
  for (const origin of strangers) {
    const refused = await ask(origin)
    expect(refused.headers.get('access-control-allow-origin'), origin).toBeNull()
  }
})

test('without a list no other origin may call', async () => {
  await using server = await createTestServer()
  const { headers } = await server.get('/api/health', { headers: { origin: site } })
  expect(headers.get('access-control-allow-origin')).toBeNull()
})

test('the resource policy is relaxed only for a listed origin', async () => {
  await using server = await createServer()
  const { url, close } = await listen(server.app, { host: '127.0.0.1', port: 0, siteDirectory: '' })
  const policyFor = async (origin: string) => {
    const answer = await fetch(`${url}/api/health`, { headers: { origin } })
    await answer.text()
    return answer.headers.get('cross-origin-resource-policy')
  }
  expect(await policyFor(site)).toBe('cross-origin')
  expect(await policyFor('https://evil.example')).toBe('same-origin')
  await close()
})

test('a listed origin may send the sign-in cookie, to that call only', async () => {
  await using server = await createServer()
  const ask = async (path: string, origin: string, method: string) => {
    const { headers } = await server.app.request(path, {
      method,
      headers: { origin, 'access-control-request-method': 'POST' },
    })
    return headers.get('access-control-allow-credentials')
  }
  for (const method of ['OPTIONS', 'POST']) {
    expect(await ask('/api/auth/login', site, method)).toBe('true')
    expect(await ask('/api/auth/logout', site, method)).toBeNull()
    for (const stranger of strangers) {
      const { headers } = await server.app.request('/api/auth/login', {
        method,
        headers: { origin: stranger },
      })
      expect(headers.get('access-control-allow-origin'), stranger).toBeNull()
    }
  }
})
