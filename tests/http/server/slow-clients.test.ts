import { expect, test } from 'vitest'
import {
  longTimeouts,
  post,
  shortTimeoutMs,
  startListening,
} from '../../support/server/listening.ts'
import { openConnection as open, say } from '../../support/wire.ts'

const login = '/api/auth/login'

test('a client that never finishes its headers or body is disconnected', async () => {
  await using site = await startListening({
    ...longTimeouts,
    headersTimeout: shortTimeoutMs,
    requestTimeout: shortTimeoutMs,
  })
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
    await using site = await startListening({
      ...longTimeouts,
      headersTimeout: shortTimeoutMs,
      requestTimeout: shortTimeoutMs,
    })
    const answer = await say(
      site.port,
      `${request} HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nhello\r\n`,
    )
    expect(answer.match(/HTTP\/1\.1 \d+/g)).toHaveLength(1)
  },
)

test('a client that never reads its answer is disconnected', async () => {
  await using site = await startListening({ ...longTimeouts, silenceTimeout: shortTimeoutMs })
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
