import { once } from 'node:events'
import { text } from 'node:stream/consumers'
import { expect, test } from 'vitest'
import { post, startListening } from '../../support/server/listening.ts'
import { openConnection as open, say } from '../../support/wire.ts'
import { makeSession, makeUser } from '../../support/worlds/factories.ts'

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
  const admin = await makeUser(site.server, { role: 'super_admin' })
  const token = await makeSession(site.server, admin)
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
  ['two hosts', 'GET /api/health HTTP/1.1\r\nHost: a\r\nHost: b\r\n\r\n'],
  [
    'an unknown transfer coding',
    'POST /api/auth/login HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: x\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n',
  ],
  [
    'a transfer coding in HTTP/1.0',
    'POST /api/auth/login HTTP/1.0\r\nHost: a\r\nConnection: keep-alive\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n',
  ],
  ['another HTTP version', 'GET /api/health HTTP/2.0\r\nHost: a\r\n\r\n'],
])('a request with %s is a 400, and nothing after it is processed', async (_, unclear) => {
  await using site = await startListening()
  const socket = await open(site.port)
  const answer = text(socket)
  socket.write(unclear)
  await once(socket, 'data')
  socket.write(hidden)
  expect((await answer).match(/HTTP\/1\.1 \d+/g)).toEqual(['HTTP/1.1 400'])
})

test('an unknown expectation is a 417, and nothing after it is processed', async () => {
  await using site = await startListening()
  const socket = await open(site.port)
  const answer = text(socket)
  socket.write('GET /api/health HTTP/1.1\r\nHost: a\r\nHost: b\r\nExpect: wonders\r\n\r\n')
  await once(socket, 'data')
  socket.write(hidden)
  expect((await answer).match(/HTTP\/1\.1 \d+/g)).toEqual(['HTTP/1.1 417'])
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

test('the body of a request after an Upgrade is not treated as a request', async () => {
  await using site = await startListening()
  const socket = await open(site.port)
  const answer = text(socket)
  const upgrade = 'Connection: Upgrade\r\nUpgrade: h2c'
  socket.write(
    `GET /api/health HTTP/1.1\r\nHost: a\r\n${upgrade}\r\n\r\nPOST /api/nothing HTTP/1.1\r\nHost: a\r\nContent-Length: ${hidden.length}\r\n\r\n`,
  )
  await once(socket, 'data')
  socket.write(hidden)
  expect((await answer).match(/HTTP\/1\.1 \d+/g)).toEqual(['HTTP/1.1 200'])
})
