import { expect, test } from 'vitest'
import { startSite } from '../../support/server/small-site.ts'

test('browsers cache assets permanently and revalidate pages', async () => {
  await using site = await startSite()
  const asset = await fetch(`${site.url}/assets/app.abc123.js`)
  expect(asset.headers.get('cache-control')).toBe('public, max-age=31536000, immutable')
  const headers = { 'accept-encoding': 'br' }
  const page = await fetch(`${site.url}/`, { headers })
  const tag = page.headers.get('etag') ?? ''
  expect(page.headers.get('content-encoding')).toBe('br')
  expect(await page.text()).toBe('<h1>Home</h1>')
  const again = await fetch(`${site.url}/`, {
    headers: { ...headers, 'if-none-match': tag },
  })
  expect(again.status).toBe(304)
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
