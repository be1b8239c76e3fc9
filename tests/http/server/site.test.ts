import { expect, test } from 'vitest'
import { acceptsEncoding, matchesTag } from '../../../server/http/site/conditional-request.ts'
import { listen } from '../../../server/listen.ts'
import { createTestServer } from '../../support/server/server.ts'
import { startSite } from '../../support/server/small-site.ts'
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

test('a page is sent in an accepted encoding, and not again while the client has it', async () => {
  await using site = await startSite()
  const tags = new Set<string>()
  for (const [accepted, encoding] of [
    ['gzip, br', 'br'],
    ['gzip', null],
    ['br;q=0', null],
  ] as const) {
    const headers = { 'accept-encoding': accepted }
    const page = await fetch(site.url, { headers })
    expect(page.headers.get('content-encoding'), accepted).toBe(encoding)
    expect(page.headers.get('vary')).toBe('Accept-Encoding')
    expect(await page.text()).toBe('<h1>Home</h1>')
    const tag = page.headers.get('etag') ?? ''
    tags.add(tag)
    const again = await fetch(site.url, { headers: { ...headers, 'if-none-match': `W/${tag}` } })
    expect(again.status).toBe(304)
    const other = await fetch(site.url, { headers: { ...headers, 'if-none-match': '"other"' } })
    expect(other.status).toBe(200)
    expect(await other.text()).toBe('<h1>Home</h1>')
  }
  expect(tags.size).toBe(2)
})

test('a HEAD is answered like a GET without the content', async () => {
  await using site = await startSite()
  const { status, headers } = await fetch(`${site.url}/login`, { method: 'HEAD' })
  expect(status).toBe(200)
  expect(headers.get('content-length')).toBe(String('<h1>Sign in</h1>'.length))
})

test('every text file is sent with its type and charset', async () => {
  await using site = await startSite()
  for (const [path, type] of [
    ['/', 'text/html;charset=utf-8'],
    ['/nothing', 'text/html;charset=utf-8'],
    ['/assets/app.abc123.js', 'text/javascript;charset=utf-8'],
    ['/assets/app.abc123.css', 'text/css;charset=utf-8'],
    ['/favicon.svg', 'image/svg+xml;charset=utf-8'],
    ['/robots.txt', 'text/plain;charset=utf-8'],
    ['/sitemap.xml', 'text/xml;charset=utf-8'],
    // JSON is UTF-8 by its own standard and has no such parameter.
    ['/api/health', 'application/json'],
    ['/api/nothing', 'application/json'],
    ['/config.json', 'application/json'],
  ] as const) {
    expect((await fetch(site.url + path)).headers.get('content-type'), path).toBe(type)
  }
})

test('every response has the security headers', async () => {
  await using site = await startSite()
  for (const path of ['/', '/nothing', '/api/health', '/api/nothing', '/config.json']) {
    const { headers } = await fetch(site.url + path)
    expect(headers.get('x-content-type-options'), path).toBe('nosniff')
    expect(headers.get('x-frame-options')).toBe('DENY')
    const policy = headers.get('content-security-policy')
    expect(policy).toMatch(/frame-ancestors 'none'/)
    // An API answer that is opened like a page runs and loads nothing.
    if (/^\/(?:api|config)/.test(path)) expect(policy).toMatch(/^default-src 'none';/)
    expect(headers.get('referrer-policy')).toBe('strict-origin-when-cross-origin')
  }
})

test('behind TLS every response sends HSTS for more than a year, and otherwise none does', async () => {
  await using site = await startSite()
  for (const path of ['/', '/nothing', '/assets/app.abc123.js', '/api/health', '/api/nothing']) {
    const plain = await fetch(site.url + path)
    expect(plain.headers.get('strict-transport-security'), path).toBeNull()
    const headers = { 'x-forwarded-proto': 'https' }
    const secure = await fetch(site.url + path, { headers })
    const promise = secure.headers.get('strict-transport-security') ?? ''
    const seconds = Number(/^max-age=(\d+)$/.exec(promise)?.[1])
    expect(seconds, path).toBeGreaterThan(365 * 24 * 60 * 60)
  }
})

test.each([
  ['gzip, deflate, br', true],
  ['gzip, BR', true],
  ['br;q=0.5', true],
  ['gzip;q=1.0, br; q=0', false],
  ['br;q=0.0', false],
  ['gzip, deflate', false],
  ['brotli', false],
  ['', false],
  [undefined, false],
])('a client that sends %o receives brotli: %o', (header, isAccepted) => {
  expect(acceptsEncoding(header, 'br')).toBe(isAccepted)
})

test.each([
  ['"abc"', true],
  ['W/"abc"', true],
  ['"x", W/"abc"', true],
  ['*', true],
  ['"x"', false],
  ['abc', false],
  [undefined, false],
])('a client that sends %o has the content: %o', (header, has) => {
  expect(matchesTag(header, '"abc"')).toBe(has)
})
