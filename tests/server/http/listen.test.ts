import { once } from 'node:events'
import { mkdir, writeFile } from 'node:fs/promises'
import { Agent, request } from 'node:http'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { brotliCompressSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { listen } from '../../../server/http/listen.ts'
import { createTestServer } from '../../support/server.ts'
import { temporaryFolder } from '../../support/temporary-folder.ts'

/** A small built site with a secret next to it. */
async function buildSite(folder: string): Promise<string> {
  const siteDirectory = join(folder, 'dist')
  const files: Record<string, string> = {
    '.git/config': '[core]',
    '.env': 'SECRET=1',
    'index.html': '<h1>Home</h1>',
    '404.html': '<h1>Not here</h1>',
    'login/index.html': '<h1>Sign in</h1>',
    'assets/app.abc123.js': 'export {}',
    'assets/app.abc123.css': 'p {}',
    'config.json': '{"training_url":"https://of-the-build.example/"}',
    'favicon.svg': '<svg></svg>',
    'robots.txt': 'User-agent: *',
    'sitemap.xml': '<urlset></urlset>',
    '../secret.txt': 'secret',
  }
  for (const [name, content] of Object.entries(files)) {
    await mkdir(join(siteDirectory, name, '..'), { recursive: true })
    await writeFile(join(siteDirectory, name), content)
  }
  await writeFile(join(siteDirectory, 'index.html.br'), brotliCompressSync('<h1>Home</h1>'))
  return siteDirectory
}

async function startSite() {
  const server = await createTestServer()
  const folder = await temporaryFolder()
  const siteDirectory = await buildSite(folder.path)
  const { url, close } = await listen(server.app, { host: '127.0.0.1', port: 0, siteDirectory })
  return {
    url,
    async [Symbol.asyncDispose]() {
      await close()
      await server.database.destroy()
      await folder.remove()
    },
  }
}

test('a page is served with and without a trailing slash', async () => {
  await using site = await startSite()
  for (const path of ['/login', '/login/', '/login?next=1']) {
    const answer = await fetch(site.url + path, { redirect: 'manual' })
    expect(answer.status).toBe(200)
    expect(await answer.text()).toBe('<h1>Sign in</h1>')
    expect(answer.headers.get('cache-control')).toBe('no-cache')
  }
})

test('an unknown page is a real 404', async () => {
  await using site = await startSite()
  for (const path of [
    '/nothing',
    '/apiary',
    '/../secret.txt',
    '/%2e%2e/secret.txt',
    '/..%2fsecret.txt',
    '/%',
    '/%00',
  ]) {
    const { status, body } = await rawGet(site.url, path)
    expect(status, path).toBe(404)
    expect(body).toBe('<h1>Not here</h1>')
  }
})

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

test('a page is sent in an accepted encoding, and not again while the client has it', {
  tags: ['A004'],
}, async () => {
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

test('a HEAD is answered like a GET without the content', { tags: ['A004'] }, async () => {
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

test('folders are not listed, and files next to the site are not served', async () => {
  await using site = await startSite()
  for (const path of ['/assets', '/assets/', '/.git/config', '/.env', '/package.json']) {
    const { status, body } = await rawGet(site.url, path)
    expect(status, path).toBe(404)
    expect(body).toBe('<h1>Not here</h1>')
  }
})

test('pages accept only GET and HEAD', async () => {
  await using site = await startSite()
  const answer = await fetch(`${site.url}/login`, { method: 'POST', body: 'x' })
  expect(answer.status).toBe(405)
  expect((await fetch(`${site.url}/login`, { method: 'HEAD' })).status).toBe(200)
})

test('TRACE is not supported', async () => {
  await using site = await startSite()
  for (const [path, status] of [
    ['/login', 405],
    ['/api/health', 404],
  ] as const) {
    const headers = { connection: 'close', 'x-secret': 'told' }
    const asked = request(site.url + path, { method: 'TRACE', headers }).end()
    const [answer] = await once(asked, 'response')
    expect(answer.statusCode).toBe(status)
    expect(await text(answer)).not.toContain('told')
  }
})

test('an invalid range is harmless', async () => {
  await using site = await startSite()
  for (const range of ['bytes=9-2', 'bytes=-1', 'bytes=x-y', 'bytes=99999999-']) {
    expect((await fetch(`${site.url}/login`, { headers: { range } })).status).toBe(200)
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

test('the server gives the site the training portal or null', {
  tags: ['A264'],
}, async () => {
  await using site = await startSite()
  const answer = await fetch(`${site.url}/config.json`)
  expect(await answer.json()).toEqual({ training_url: null })
})

test('a body over the limit is a 413 over a socket too, and the server continues', {
  tags: ['R376'],
}, async () => {
  await using site = await startSite()
  const body = 'x'.repeat(3_000_000)
  const headers = { 'content-type': 'application/json' }
  const init = { method: 'POST', headers } as const
  const known = await fetch(`${site.url}/api/auth/login`, { ...init, body })
  expect(known.status).toBe(413)
  const chunked = request(`${site.url}/api/auth/login`, { method: 'POST', headers })
  for (let part = 0; part < 30; part += 1) chunked.write(body.slice(0, 50_000))
  const [answer] = await once(chunked, 'response')
  expect(answer.statusCode).toBe(413)
  chunked.destroy()
  expect((await fetch(`${site.url}/api/health`)).status).toBe(200)
})

test('a call that is running when the server stops still gets its answer', async () => {
  const site = await startSite()
  const agent = new Agent({ keepAlive: true })
  const headers = { 'content-type': 'application/json' }
  const call = request(`${site.url}/api/auth/login`, { method: 'POST', headers, agent })
  call.write('{"username":')
  await once(call, 'socket').then(([socket]) => once(socket, 'connect'))
  await fetch(`${site.url}/api/health`)
  const stopped = site[Symbol.asyncDispose]()
  call.end('"a"}')
  const [answer] = await once(call, 'response')
  expect(answer.statusCode).toBe(422)
  answer.resume()
  await stopped
  await expect(fetch(`${site.url}/api/health`)).rejects.toThrow()
  agent.destroy()
})

/** Unlike fetch, this sends the path unchanged. */
async function rawGet(url: string, path: string): Promise<{ status: number; body: string }> {
  return new Promise((resolve, reject) => {
    request(url, { path, headers: { connection: 'close' } }, async (answer) => {
      resolve({ status: answer.statusCode ?? 0, body: await text(answer) })
    })
      .on('error', reject)
      .end()
  })
}
