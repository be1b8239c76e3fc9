import { once } from 'node:events'
import { setTimeout } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { mostWaiting } from '../../../server/http/connections/reject-request.ts'
import { listen } from '../../../server/listen.ts'
import { createTestServer } from '../../support/server/server.ts'
import { openConnection, say } from '../../support/wire.ts'

async function startListening(options: Parameters<typeof listen>[2] = {}) {
  const server = await createTestServer()
  const place = { host: '127.0.0.1', port: 0, siteDirectory: '' }
  const { url, close } = await listen(server.app, place, options)
  return {
    server,
    port: Number(new URL(url).port),
    async [Symbol.asyncDispose]() {
      await close()
      await server.database.destroy()
    },
  }
}

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
