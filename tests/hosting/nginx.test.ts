import { once } from 'node:events'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { get } from 'node:http'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { limits } from '../../contract/core/limits.ts'
import { harden } from '../../hosting/harden.ts'
import { commonHeaders, headersFor } from '../../hosting/headers.ts'
import { headersFileName, parseHeadersFile } from '../../hosting/headers-file.ts'
import { formatNginx } from '../../hosting/nginx.ts'
import { createOwnScripts } from '../../hosting/own-scripts.ts'
import { openPlace } from '../support/browser/place.ts'
import { askOverHttp2, findProxy, type Place, startNginx } from '../support/proxies/proxy.ts'
import { freePort } from '../support/server/free-port.ts'
import { startServerProcess } from '../support/server/server-process.ts'
import { temporaryFolder } from '../support/temporary-folder.ts'
import { callsByName } from '../support/worlds/contract.ts'
import { makeSession, makeUser } from '../support/worlds/factories.ts'

/*
 * The printed settings in the nginx of this machine, changed in nothing but ports and paths.
 */

const nginx = findProxy('nginx')
const host = 'aman.example'
const page = (words: string, head = '') =>
  `<!doctype html><html><head><meta charset="utf-8">${head}</head><body>${words}</body></html>`
const preload = '<link rel="modulepreload" href="/assets/a.12345678.js">'

async function startSite(folder: string, serverPort: number) {
  const site = join(folder, 'dist')
  await mkdir(join(site, 'login'), { recursive: true })
  await mkdir(join(site, 'assets'))
  await mkdir(join(site, 'ar/404'), { recursive: true })
  await writeFile(join(site, 'ar/index.html'), page('مرحبا'))
  await writeFile(join(site, 'ar/404/index.html'), page('لا شيء هنا'))
  await writeFile(join(site, 'index.html'), page('Home'))
  await writeFile(join(site, 'login/index.html'), page('Sign in', preload))
  await writeFile(join(site, '404.html'), page('Not here'))
  await writeFile(join(site, 'assets/a.12345678.js'), 'a()')
  await harden(site, undefined, createOwnScripts(site))
  const rules = parseHeadersFile(await readFile(join(site, headersFileName), 'utf8'))
  const settings = (place: Place) =>
    formatNginx(rules, site, host)
      .replace('listen 80;', `listen 127.0.0.1:${place.httpPort};`)
      .replace('listen 443 ', `listen 127.0.0.1:${place.httpsPort} `)
      .replace(/ssl_certificate \S+;/, `ssl_certificate ${place.certificate};`)
      .replace(/ssl_certificate_key \S+;/, `ssl_certificate_key ${place.key};`)
      .replace('127.0.0.1:4321', `127.0.0.1:${serverPort}`)
  return { rules, proxy: await startNginx(nginx ?? '', join(folder, 'nginx'), settings) }
}

test.skipIf(nginx === undefined)(
  'the printed nginx settings serve the site over HTTP/2 with its headers, without a warning',
  async () => {
    await using folder = await temporaryFolder()
    const { rules, proxy } = await startSite(folder.path, await freePort())
    await using running = proxy
    for (const [path, status] of [
      ['/', 200],
      ['/login', 200],
      ['/login/', 200],
      ['/assets/a.12345678.js', 200],
      ['/nothing', 404],
      ['/_headers', 404],
    ] as const) {
      const answer = await askOverHttp2(running.httpsPort, host, path)
      expect(answer.status, path).toBe(status)
      const expected = headersFor(rules, status === 404 ? '/404.html' : path)
      for (const [name, value] of Object.entries(expected)) {
        expect(answer.headers[name.toLowerCase()], `${path} ${name}`).toBe(value)
      }
      expect('link' in answer.headers, path).toBe(path.startsWith('/login'))
    }
    expect(running.output()).toBe('')
  },
)

test.skipIf(nginx === undefined)(
  'an unknown address below a language is answered with the page of that language',
  async () => {
    await using folder = await temporaryFolder()
    const { rules, proxy } = await startSite(folder.path, await freePort())
    await using running = proxy
    for (const [path, status, file, words] of [
      ['/ar/', 200, '/ar/index.html', 'مرحبا'],
      ['/ar/nothing', 404, '/ar/404/index.html', 'لا شيء هنا'],
      ['/arable', 404, '/404.html', 'Not here'],
    ] as const) {
      const answer = await askOverHttp2(running.httpsPort, host, path)
      expect(answer.status, path).toBe(status)
      expect(answer.body, path).toContain(words)
      for (const [name, value] of Object.entries(headersFor(rules, file))) {
        expect(answer.headers[name.toLowerCase()], `${path} ${name}`).toBe(value)
      }
    }
    expect(running.output()).toBe('')
  },
)

test.skipIf(nginx === undefined)(
  'plain HTTP is sent on to TLS by the name of the site, whatever it was asked by',
  async () => {
    await using folder = await temporaryFolder()
    const { proxy } = await startSite(folder.path, await freePort())
    await using running = proxy
    const headers = { host: 'attacker.example' }
    const asked = get({ port: running.httpPort, path: '/login?a=b', headers })
    const [answer] = await once(asked, 'response')
    answer.resume()
    expect(answer.statusCode).toBe(301)
    expect(answer.headers.location).toBe(`https://${host}/login?a=b`)
    expect(answer.headers['strict-transport-security']).toBeUndefined()
  },
)

test.skipIf(nginx === undefined)(
  'answers of the server pass with their own headers, each once',
  async () => {
    await using folder = await temporaryFolder()
    const server = await startServerProcess({
      DATABASE_URL: `file:${join(folder.path, 'aman.db')}`,
      PUBLIC_URL: `https://${host}`,
      TRUST_PROXY: '1',
    })
    try {
      const { proxy } = await startSite(folder.path, Number(new URL(server.url ?? '').port))
      await using running = proxy
      for (const path of ['/api/health', '/config.json', '/api/nothing']) {
        const { status, headers } = await askOverHttp2(running.httpsPort, host, path)
        expect(status, path).toBe(path === '/api/nothing' ? 404 : 200)
        for (const [name, value] of Object.entries(commonHeaders)) {
          expect(headers[name.toLowerCase()], `${path} ${name}`).toBe(value)
        }
        expect(headers['strict-transport-security']).toBe('max-age=63072000')
        expect(headers['content-security-policy']).toBe(
          "default-src 'none'; frame-ancestors 'none'",
        )
        expect(headers['cache-control']).toBe('no-store')
      }
    } finally {
      await server.end('SIGKILL')
    }
  },
)

test.skipIf(nginx === undefined)(
  'while the server is away nginx says so in words of its own, with all headers',
  async () => {
    await using folder = await temporaryFolder()
    const { proxy } = await startSite(folder.path, await freePort())
    await using running = proxy
    const { status, headers, body } = await askOverHttp2(running.httpsPort, host, '/api/auth/me')
    expect(status).toBe(502)
    expect(headers['content-type']).toMatch(/^application\/json/)
    expect(JSON.parse(body)).toMatchObject({ detail: expect.stringMatching(/cannot be reached/) })
    for (const [name, value] of Object.entries(commonHeaders)) {
      expect(headers[name.toLowerCase()], name).toBe(value)
    }
    expect(headers['strict-transport-security']).toBe('max-age=63072000')
    expect(headers['content-security-policy']).toBe("default-src 'none'; frame-ancestors 'none'")
  },
)

test.skipIf(nginx === undefined)(
  'the largest body of every call reaches the server, and a larger one is refused in its words',
  async () => {
    await using folder = await temporaryFolder()
    const databaseUrl = `file:${join(folder.path, 'aman.db')}`
    await using place = await openPlace(databaseUrl)
    const token = await makeSession(place, await makeUser(place))
    const server = await startServerProcess({
      DATABASE_URL: databaseUrl,
      PUBLIC_URL: `https://${host}`,
      TRUST_PROXY: '1',
      // Nothing answers there, which the server finds out once it has read the email.
      RSPAMD_URL: `http://127.0.0.1:${await freePort()}`,
    })
    try {
      const { proxy } = await startSite(folder.path, Number(new URL(server.url ?? '').port))
      await using running = proxy
      const send = async (path: string, type: string, bytes: number) => {
        const body = Buffer.alloc(bytes, 'a')
        body.write('From: a@firm.example\r\nTo: b@firm.example\r\nSubject: Hello\r\n\r\n')
        const headers = {
          ':method': 'POST',
          authorization: `Bearer ${token}`,
          'content-type': type,
          'content-length': String(bytes),
        }
        const answer = await askOverHttp2(running.httpsPort, host, `/api${path}`, { headers, body })
        const { detail, code, params } = JSON.parse(answer.body)
        return { status: answer.status, detail, code, params }
      }
      const most = limits.checkedMailBytes
      expect(await send('/mail-checks', 'message/rfc822', most)).toMatchObject({
        status: 503,
        code: 'filter_unavailable',
      })
      const refused = {
        status: 413,
        code: 'too_large',
        detail: `The body is larger than ${most} bytes`,
        params: { max_bytes: most },
      }
      expect(await send('/mail-checks', 'message/rfc822', most + 1)).toEqual(refused)
      for (const endpoint of callsByName.values()) {
        const bytes = endpoint.bodyLimitBytes
        if (bytes === undefined || endpoint.mediaType !== undefined) continue
        const path = endpoint.path.replaceAll(/:\w+/g, '1')
        const { code } = await send(path, 'application/json', bytes)
        expect(code, path).not.toBe('too_large')
      }
    } finally {
      await server.end('SIGKILL')
    }
  },
)
