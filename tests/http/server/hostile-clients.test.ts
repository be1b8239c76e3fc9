import { once } from 'node:events'
import { text } from 'node:stream/consumers'
import { setTimeout } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { mostWaiting } from '../../../server/http/connections/reject-request.ts'
import { listen } from '../../../server/listen.ts'
import { openConnection as open, openConnection, say } from '../../support/server/client.ts'
import { createTestServer } from '../../support/server/server.ts'
import { signInAdmin } from '../../support/worlds/factories.ts'

const longTimeouts = {
  headersTimeout: 60_000,
  requestTimeout: 60_000,
  connectionsCheckingInterval: 50,
  silenceTimeout: 60_000,
}
/**
 * For timeouts that a test waits for. It is long enough that a request that is sent at once is read
 * first, also on a busy machine.
 */
const shortTimeoutMs = 2000
const shortTimeouts = {
  ...longTimeouts,
  headersTimeout: shortTimeoutMs,
  requestTimeout: shortTimeoutMs,
}

/** A listening server. */
async function startListening(options: Parameters<typeof listen>[2] = {}) {
  const server = await createTestServer()
  const place = { host: '127.0.0.1', port: 0, siteDirectory: '' }
  const { url, close } = await listen(server.app, place, options)
  return {
    server,
    url,
    port: Number(new URL(url).port),
    async [Symbol.asyncDispose]() {
      await close()
      await server.database.destroy()
    },
  }
}

function post(path: string, body: string, headers: readonly string[] = []): string {
  return [
    `POST ${path} HTTP/1.1`,
    'Host: aman.example',
    'Content-Type: application/json',
    `Content-Length: ${Buffer.byteLength(body)}`,
    'Connection: close',
    ...headers,
    '',
    body,
  ].join('\r\n')
}

const login = '/api/auth/login'

test.each([
  ['broken JSON', '{"username":', 400, 'The body is not valid JSON'],
  ['a wrong type', '{"username":7,"password":"b"}', 422, 'username: must be a text'],
  ['an unknown key', '{"username":"a","password":"b","x":1}', 422, 'x: is not a known field'],
  [
    '__proto__',
    '{"username":"a","password":"b","__proto__":{"role":"super_admin"}}',
    422,
    '__proto__: is not a known field',
  ],
  [
    'constructor',
    '{"username":"a","password":"b","constructor":{"prototype":{}}}',
    422,
    'constructor: is not a known field',
  ],
  ['a list', '[]', 422, 'username: is missing'],
  [
    'more than 64 kB',
    `{"username":"a","password":"${'x'.repeat(64_000)}"}`,
    413,
    'The body is larger than 64000 bytes',
  ],
])('over a socket %s is rejected with a message', async (_, body, status, detail) => {
  await using site = await startListening()
  const answer = await say(site.port, post(login, body))
  expect(answer).toMatch(new RegExp(`^HTTP/1\\.1 ${status} `))
  expect(JSON.parse(answer.slice(answer.indexOf('\r\n\r\n')))).toMatchObject({ detail })
  expect(await site.server.database.selectFrom('login_failures').selectAll().execute()).toEqual([])
})

test('an injection in a field or a path is treated as text', async () => {
  await using site = await startListening()
  const { token } = await signInAdmin(site.server)
  const authorization = [`Authorization: Bearer ${token}`]
  const inject = `x'); drop table users; --`
  const body = JSON.stringify({ flag_type: 'red', value: 'a.example', reason: inject })
  expect(await say(site.port, post('/api/flags/add', body, authorization))).toMatch(
    /^HTTP\/1.1 200/,
  )
  const flag = await site.server.database
    .selectFrom('flags')
    .select('reason')
    .executeTakeFirstOrThrow()
  expect(flag.reason).toBe(inject)
  for (const path of [
    '/api/../server/main.ts',
    '/api/%2e%2e/%2e%2e/etc/passwd',
    `/api/${inject}`,
  ]) {
    const answer = await say(
      site.port,
      `GET ${encodeURI(path)} HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n`,
    )
    expect(answer, path).toMatch(/^HTTP\/1\.1 40[04] /)
    expect(answer).not.toMatch(/root:|import /)
  }
  expect(await site.server.database.selectFrom('users').select('id').execute()).toHaveLength(1)
})

test.each([
  ['a length and chunks', ['Content-Length: 4', 'Transfer-Encoding: chunked']],
  ['two lengths', ['Content-Length: 4', 'Content-Length: 9']],
  ['an invalid transfer coding', ['Transfer-Encoding: xchunked']],
  ['an invalid length', ['Content-Length: +4']],
])('a request with %s is rejected, and the bytes after it are not a request', async (_, head) => {
  await using site = await startListening()
  const lines = ['POST /api/auth/login HTTP/1.1', 'Host: a', 'Content-Type: application/json']
  const smuggled = 'GET /api/health HTTP/1.1\r\nHost: a\r\n\r\n'
  const answer = await say(site.port, [...lines, ...head, '', `0\r\n\r\n${smuggled}`].join('\r\n'))
  expect(answer).toMatch(/^HTTP\/1\.1 400 /)
  expect(answer.match(/HTTP\/1\.1 /g)).toHaveLength(1)
})

test('a flood of headers is a 431, and other requests are answered', async () => {
  await using site = await startListening()
  const many = Array.from({ length: 200 }, (_, count) => `X-Flood-${count}: ${'x'.repeat(100)}`)
  const request = ['GET /api/health HTTP/1.1', 'Host: a', ...many, '', ''].join('\r\n')
  expect(await say(site.port, request)).toMatch(/^HTTP\/1\.1 431 /)
  expect((await fetch(`${site.url}/api/health`)).status).toBe(200)
})

const hidden = 'GET /api/hidden HTTP/1.1\r\nHost: a\r\n\r\n'

test.each([
  ['two hosts', 400, 'GET /api/health HTTP/1.1\r\nHost: a\r\nHost: b\r\n\r\n'],
  [
    'an unknown transfer coding',
    400,
    'POST /api/auth/login HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: x\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n',
  ],
  [
    'a transfer coding in HTTP/1.0',
    400,
    'POST /api/auth/login HTTP/1.0\r\nHost: a\r\nConnection: keep-alive\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n',
  ],
  ['another HTTP version', 400, 'GET /api/health HTTP/2.0\r\nHost: a\r\n\r\n'],
  [
    'an unknown expectation',
    417,
    'GET /api/health HTTP/1.1\r\nHost: a\r\nHost: b\r\nExpect: wonders\r\n\r\n',
  ],
  [
    // Its body must not be treated as a request.
    'an Upgrade before one with a body',
    200,
    `GET /api/health HTTP/1.1\r\nHost: a\r\nConnection: Upgrade\r\nUpgrade: h2c\r\n\r\nPOST /api/nothing HTTP/1.1\r\nHost: a\r\nContent-Length: ${hidden.length}\r\n\r\n`,
  ],
])('a request with %s is a %d, and nothing after it is processed', async (_, status, unclear) => {
  await using site = await startListening()
  const socket = await open(site.port)
  const answer = text(socket)
  socket.write(unclear)
  await once(socket, 'data')
  socket.write(hidden)
  expect((await answer).match(/HTTP\/1\.1 \d+/g)).toEqual([`HTTP/1.1 ${status}`])
})

test('bytes after a request without a host are not processed', async () => {
  await using site = await startListening()
  let isHeard = false
  site.server.app.get('/api/hidden', (context) => {
    isHeard = true
    return context.text('')
  })
  const answer = await say(site.port, `GET /api/health HTTP/1.1\r\n\r\n${hidden}`)
  expect(answer).toMatch(/^HTTP\/1\.1 400 /)
  expect(isHeard).toBe(false)
})

test('a client that never finishes its headers or body is disconnected', async () => {
  await using site = await startListening({ timeouts: shortTimeouts })
  const [slowHeaders, slowBody] = await Promise.all([
    say(site.port, 'GET /api/health HTTP/1.1\r\nHost: a\r\nX-Slow: '),
    say(
      site.port,
      post(login, '{"username":"a"').replace(/Content-Length: \d+/, 'Content-Length: 99'),
    ),
  ])
  expect(slowHeaders).toMatch(/^HTTP\/1\.1 408 /)
  expect(slowBody).toMatch(/^HTTP\/1\.1 408 /)
  expect((await fetch(`${site.url}/api/health`)).status).toBe(200)
})

test('many silent clients do not delay others', async () => {
  await using site = await startListening()
  const slow = await Promise.all(Array.from({ length: 200 }, () => open(site.port)))
  for (const socket of slow) socket.write('POST /api/auth/login HTTP/1.1\r\nHost: a\r\n')
  expect((await fetch(`${site.url}/api/health`)).status).toBe(200)
  for (const socket of slow) socket.destroy()
})

test.each(['GET /api/health', 'GET /', 'POST /'])(
  'a client that keeps sending after its answer to %s is disconnected without a second one',
  async (request) => {
    await using site = await startListening({ timeouts: shortTimeouts })
    const answer = await say(
      site.port,
      `${request} HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nhello\r\n`,
    )
    expect(answer.match(/HTTP\/1\.1 \d+/g)).toHaveLength(1)
  },
)

test('a client that never reads its answer is disconnected', async () => {
  await using site = await startListening({
    timeouts: { ...longTimeouts, silenceTimeout: shortTimeoutMs },
  })
  const ended = Promise.withResolvers<void>()
  const endless = new ReadableStream({
    pull: (controller) => controller.enqueue(new Uint8Array(100_000)),
    cancel: () => ended.resolve(),
  })
  site.server.app.get('/api/endless', () => new Response(endless))
  const socket = await open(site.port)
  socket.pause()
  socket.write('GET /api/endless HTTP/1.1\r\nHost: a\r\n\r\n')
  await expect(ended.promise).resolves.toBeUndefined()
  socket.destroy()
})

const get = (path: string, more = '') => `GET ${path} HTTP/1.1\r\nHost: a\r\n${more}\r\n`
const lastGet = (path: string) => get(path, 'Connection: close\r\n')

test('pipelined requests are answered one after the other, in order', async () => {
  await using site = await startListening()
  let running = 0
  let mostRunning = 0
  site.server.app.get('/api/slow/:number', async (context) => {
    running += 1
    mostRunning = Math.max(mostRunning, running)
    await setTimeout(5)
    running -= 1
    return context.text(`number ${context.req.param('number')}.`)
  })
  const numbers = Array.from({ length: mostWaiting }, (_, number) => number)
  const requests = numbers.map((number) => get(`/api/slow/${number}`))
  const answer = await say(site.port, requests.join('') + lastGet('/api/slow/end'))
  const answered = [...answer.matchAll(/number (\w+)\./g)].map(([, number]) => number)
  expect(answered).toEqual([...numbers.map(String), 'end'])
  expect(mostRunning).toBe(1)
})

test('pipelined bodies belong to their own requests', async () => {
  await using site = await startListening()
  const post = (body: string) =>
    `POST /api/auth/login HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n${body}`
  const answer = await say(
    site.port,
    post('{"username":7}') + post(' '.repeat(60_000)) + post('{') + lastGet('/api/health'),
  )
  expect(answer.match(/HTTP\/1\.1 \d+/g)).toEqual(
    [422, 422, 400, 200].map((it) => `HTTP/1.1 ${it}`),
  )
})

test('only a client that pipelines too many requests is disconnected', async () => {
  await using site = await startListening()
  let answered = 0
  site.server.app.get('/api/counted', (context) => {
    answered += 1
    return context.text('')
  })
  const answer = await say(site.port, get('/api/counted').repeat(1000))
  expect(answer.match(/HTTP\/1\.1 /g)?.length ?? 0).toBeLessThanOrEqual(1)
  expect(answered).toBeLessThanOrEqual(1)
  expect(await say(site.port, lastGet('/api/health'))).toMatch(/^HTTP\/1\.1 200 /)
})

test('for a client that does not read, the server prepares no more answers than the system buffers', async () => {
  await using site = await startListening()
  const body = 'x'.repeat(5_000_000)
  let made = 0
  site.server.app.get('/api/large', (context) => {
    made += 1
    return context.text(body)
  })
  const socket = await openConnection(site.port)
  socket.pause()
  for (let sent = 0; sent < 20; sent += 1) socket.write(get('/api/large'))
  await expect.poll(() => made).toBeGreaterThan(0)
  await say(site.port, lastGet('/api/health'))
  expect(made).toBeLessThan(6)
  socket.destroy()
})

test('connections beyond the limit are closed and logged once, and free places are used again', async () => {
  const logged: string[] = []
  await using site = await startListening({
    mostConnections: 10,
    log: (...line) => logged.push(JSON.stringify(line)),
  })
  const held = await Promise.all(Array.from({ length: 10 }, () => openConnection(site.port)))
  for (let more = 0; more < 3; more += 1) {
    const refused = await openConnection(site.port)
    refused.resume()
    await once(refused, 'close')
  }
  expect(logged).toEqual(['["warning","too many connections",{"limit":10}]'])
  for (const socket of held) socket.destroy()
  await expect.poll(() => say(site.port, lastGet('/api/health'))).toMatch(/^HTTP\/1\.1 200 /)
})

test('HTTP/1.0 without a Host header is answered, as load balancers send it', async () => {
  await using site = await startListening()
  for (const path of ['/api/health', '/api/ready', '/config.json']) {
    const answer = await say(site.port, `GET ${path} HTTP/1.0\r\n\r\n`)
    expect(answer, path).toMatch(/^HTTP\/1\.1 200 /)
  }
  expect(await say(site.port, 'OPTIONS /api/health HTTP/1.0\r\n\r\n')).toMatch(/^HTTP\/1\.1 404 /)
})
