import { expect } from 'vitest'
import { keyScopes, scopeOfAccess } from '../../../contract/core/key-scope.ts'
import { createLog } from '../../../server/core/log.ts'
import { issueGatewayKey } from '../../../server/gateways/keys/gateway-keys.ts'
import { listen } from '../../../server/listen.ts'
import { createTestServer, type TestServer } from '../../support/server/server.ts'
import { test } from '../../support/server/server-test.ts'
import { makeSession, makeUser } from '../../support/worlds/factories.ts'
import { makeGatewayKey, makeScan } from '../../support/worlds/mail-factories.ts'

const basic = (credentials: string | Buffer) =>
  `Basic ${Buffer.from(credentials).toString('base64')}`

async function setUp(server: TestServer) {
  const user = await makeUser(server)
  const body = makeScan({ recipient: user.email })
  return {
    user,
    report: async (authorization: string) =>
      server.post('/api/scans', { headers: { authorization }, body }),
  }
}

test("a gateway's key is also taken as the password of any user name", async ({ server }) => {
  const { user, report } = await setUp(server)
  const key = await makeGatewayKey(server, user.organizationId)
  for (const name of ['rspamd', '', 'رسائل']) {
    expect((await report(basic(`${name}:${key}`))).status, name).toBe(200)
  }
  const lowerCase = basic(`rspamd:${key}`).replace('Basic ', 'basic   ')
  expect((await report(lowerCase)).status).toBe(200)
})

test('a password is read as UTF-8 and may contain colons', async ({ server }) => {
  const { user, report } = await setUp(server)
  const label = { label: 'test' }
  const { key } = await issueGatewayKey(server, user.organizationId, label, 'clé:of:مفتاح')
  expect((await report(basic(`rspamd:${key}`))).status).toBe(200)
  expect((await report(basic(`rspamd:${key}:`))).status).toBe(401)
  expect((await report(basic(Buffer.from('rspamd:clé', 'latin1')))).status).toBe(401)
})

test('Basic authentication without a valid key is rejected, and both schemes are named', async () => {
  await using server = await createTestServer()
  const { user, report } = await setUp(server)
  const key = await makeGatewayKey(server, user.organizationId)
  for (const authorization of [
    ...[basic(key), basic(`${key}:`), basic(`${key}:rspamd`), basic(':'), basic('')],
    ...['Basic', 'Basic !', `Basic ${key}`, `${basic(`rspamd:${key}`)}, Bearer ${key}`],
  ]) {
    const answer = await report(authorization)
    expect(answer.status, authorization).toBe(401)
    expect(answer.headers.get('www-authenticate')).toBe(
      'Bearer, Basic realm="Aman gateway", charset="UTF-8"',
    )
  }
})

test("a user's session is never taken from Basic authentication, and users are not asked for it", async () => {
  await using server = await createTestServer()
  const { user, report } = await setUp(server)
  const token = await makeSession(server, user)
  const key = await makeGatewayKey(server, user.organizationId)
  for (const password of [token, key]) {
    const headers = { authorization: basic(`${user.username}:${password}`) }
    const answer = await server.get('/api/auth/me', { headers })
    expect(answer.status).toBe(401)
    expect(answer.headers.get('www-authenticate')).toBe('Bearer')
  }
  expect((await report(basic(`rspamd:${token}`))).status).toBe(401)
})

test.each([
  ['Bearer TOKEN', 200],
  ['bearer   TOKEN', 200],
  ['Bearer', 401],
  ['Bearer ', 401],
  ['TOKEN', 401],
  ['Basic TOKEN', 401],
  ['Not Bearer TOKEN', 401],
  ['Bearer TOKEN and more', 401],
  ['Bearer TOKEN, Bearer TOKEN', 401],
])('the header %s is answered with %i', { tags: ['R340'] }, async (form, status) => {
  await using server = await createTestServer()
  const token = await makeSession(server, await makeUser(server))
  const headers = { authorization: form.replaceAll('TOKEN', token) }
  const answer = await server.get('/api/auth/me', { headers })
  expect(answer.status).toBe(status)
  if (status === 401) {
    expect(answer.detail).toBe('Not signed in, or the session has ended')
    expect(answer.headers.get('www-authenticate')).toBe('Bearer')
  }
})

test('a gateway without a key learns what it needs', { tags: ['R340'] }, async ({ server }) => {
  expect((await server.post('/api/scans', { body: {} })).detail).toBe(
    'A valid gateway key is required',
  )
})

test('a key reports mail only with the scope for it, and the answer names that scope', async () => {
  await using server = await createTestServer()
  const user = await makeUser(server)
  const body = makeScan({ recipient: user.email })
  const keyOf = async (scope: (typeof keyScopes)[number]) =>
    (await issueGatewayKey(server, user.organizationId, { label: '', scope })).key
  expect((await server.post('/api/scans', { token: await keyOf('report'), body })).status).toBe(200)
  const refused = await server.post('/api/scans', { token: await keyOf('flags'), body })
  expect(refused).toMatchObject({
    status: 403,
    code: 'wrong_key_scope',
    params: { scope: 'flags', needed: 'report' },
    detail: "This gateway key has the scope 'flags'. The call needs a key with the scope 'report'.",
  })
  const unknown = await server.post('/api/scans', { token: 'nonsense', body })
  expect(unknown).toMatchObject({ status: 401, code: 'gateway_key_required' })
  const mail = await server.database.selectFrom('scans').selectAll().execute()
  expect(mail).toHaveLength(1)
})

test('each scope is that of one access of the contract', () => {
  expect(Object.values(scopeOfAccess).toSorted()).toEqual([...keyScopes].toSorted())
})

async function startLogging() {
  const lines: Record<string, unknown>[] = []
  const log = createLog((line) => lines.push(JSON.parse(line)))
  const server = await createTestServer({ services: { log } })
  const place = { host: '127.0.0.1', port: 0, siteDirectory: '' }
  const { url, close } = await listen(server.app, place)
  return {
    ...{ server, log, url, lines },
    async [Symbol.asyncDispose]() {
      await close()
      await server.database.destroy()
    },
  }
}

test('each line that is logged while a request is answered has its id', async () => {
  await using site = await startLogging()
  const mayEnd = Promise.withResolvers<void>()
  let arrived = 0
  site.server.app.get('/api/told/:name', async (context) => {
    arrived += 1
    await mayEnd.promise
    site.log('warning', 'told', { name: context.req.param('name') })
    return context.text('')
  })
  const both = ['one', 'two'].map((name) => fetch(`${site.url}/api/told/${name}`))
  await expect.poll(() => arrived).toBe(2)
  site.log('info', 'beside')
  mayEnd.resolve()
  const [one, two] = (await Promise.all(both)).map(({ headers }) => headers.get('x-request-id'))
  const told = site.lines.map(({ event, name, request }) => ({ event, name, request }))
  expect(told).toHaveLength(3)
  expect(told).toContainEqual({ event: 'beside', name: undefined, request: undefined })
  expect(told).toContainEqual({ event: 'told', name: 'one', request: one })
  expect(told).toContainEqual({ event: 'told', name: 'two', request: two })
})

test('what a request starts and does not wait for is not logged under its id afterwards', async () => {
  await using site = await startLogging()
  const isAnswered = Promise.withResolvers<void>()
  const ended = Promise.withResolvers<void>()
  site.server.app.get('/api/starts', (context) => {
    context.env.incoming?.socket.once('close', () => isAnswered.resolve())
    void isAnswered.promise.then(() => {
      site.log('info', 'afterwards')
      ended.resolve()
    })
    return context.text('')
  })
  const answer = await fetch(`${site.url}/api/starts`, { headers: { connection: 'close' } })
  expect(await answer.text()).toBe('')
  await ended.promise
  expect(site.lines).toMatchObject([{ event: 'afterwards' }])
  expect(site.lines[0]).not.toHaveProperty('request')
})
