import { once } from 'node:events'
import { Agent, request } from 'node:http'
import { text } from 'node:stream/consumers'
import { setImmediate } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { chunksOf } from '../../../server/http/list-page.ts'
import { createTestServer } from '../../support/server/server.ts'
import { startSite } from '../../support/server/small-site.ts'

test('a page is served with and without a trailing slash', async () => {
  await using site = await startSite()
  for (const path of ['/login', '/login/', '/login?next=1']) {
    const answer = await fetch(site.url + path, { redirect: 'manual' })
    expect(answer.status).toBe(200)
    expect(await answer.text()).toBe('<h1>Sign in</h1>')
    expect(answer.headers.get('cache-control')).toBe('no-cache')
  }
})

test('an unknown page, a folder and a file next to the site are a real 404', async () => {
  await using site = await startSite()
  for (const path of [
    '/nothing',
    '/apiary',
    '/../secret.txt',
    '/%2e%2e/secret.txt',
    '/..%2fsecret.txt',
    '/%',
    '/%00',
    ...['/assets', '/assets/', '/.git/config', '/.env', '/package.json'],
  ]) {
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

test('the server gives the site the training portal or null', async () => {
  await using site = await startSite()
  const answer = await fetch(`${site.url}/config.json`)
  expect(await answer.json()).toEqual({ training_url: null })
})

test('the site learns the address of the training portal', async () => {
  const trainingUrl = 'https://training.example/'
  await using server = await createTestServer({ services: { trainingUrl } })
  expect((await server.get('/config.json')).body).toEqual({ training_url: trainingUrl })
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

test('many simultaneous lists leave as much room for other calls as one', async () => {
  const lists = 20
  const rowsOfList = 10
  let reads = 0
  const read = async (after = 0, limit: number) => {
    reads += 1
    const row = after + 1
    return row > rowsOfList ? [] : Array.from({ length: limit }, () => row)
  }
  const drain = async () => {
    for await (const _ of chunksOf(read, 0, 1));
  }
  const drained = Promise.all(Array.from({ length: lists }, drain))
  let isDone = false
  const done = drained.then(() => {
    isDone = true
  })
  const readsInRound: number[] = []
  while (!isDone) {
    const before = reads
    await setImmediate()
    readsInRound.push(reads - before)
  }
  await done
  expect(reads).toBe(lists * (rowsOfList + 1))
  expect(Math.max(...readsInRound)).toBeLessThanOrEqual(2)
})
