import { gzipSync } from 'node:zlib'
import { Hono } from 'hono'
import * as v from 'valibot'
import { expect } from 'vitest'
import { defineEndpoint } from '../../../contract/core/endpoint.ts'
import { listInput, searchField } from '../../../contract/core/page.ts'
import { generateReceiptEndpoint } from '../../../contract/receipts/generate-receipt.ts'
import { errorBody, HttpError } from '../../../server/core/http-error.ts'
import { bindPublic } from '../../../server/http/bind.ts'
import type { CallContext } from '../../../server/http/call-context.ts'
import { request, type TestAnswer } from '../../support/server/request.ts'
import { createTestServer, type TestServer } from '../../support/server/server.ts'
import { test } from '../../support/server/server-test.ts'
import { makeOrganization, makeSession, makeUser } from '../../support/worlds/factories.ts'
import { addApp, makeEnrollable, openBrowser } from '../../support/worlds/factors.ts'
import { makeGatewayKey, makeScan } from '../../support/worlds/mail-factories.ts'

const login = '/api/auth/login'

const codes: Readonly<Record<number, string>> = {
  400: 'bad_json',
  404: 'unknown_call',
  413: 'too_large',
  415: 'unsupported_type',
  422: 'invalid_input',
}

function expectError(answer: TestAnswer, status: number, detail: string): void {
  expect(answer.status).toBe(status)
  expect(answer.body).toEqual({
    success: false,
    ...{ detail, error: detail, message: detail },
    ...{ code: codes[status], params: expect.any(Object) },
    ...(status === 422 ? { fields: expect.any(Array) } : {}),
  })
  expect(answer.headers.get('content-type')).toMatch('application/json')
  expect(answer.headers.get('cache-control')).toBe('no-store')
}

test('an unknown call is a 404 in JSON for every method', async ({ server }) => {
  expectError(await server.get('/api/nothing'), 404, 'There is no call GET /api/nothing')
  expectError(await server.get(login), 404, `There is no call GET ${login}`)
  expectError(await server.post('/api/'), 404, 'There is no call POST /api')
})

test('invalid JSON is a 400 with a message', async ({ server }) => {
  for (const body of ['{"username":', 'username=a&password=b', '{"a":1}}', '\u0000']) {
    expectError(await server.post(login, { body }), 400, 'The body is not valid JSON')
  }
})

test.each([
  [{}, 'username: is missing'],
  [{ username: 'a' }, 'password: is missing'],
  [{ username: 7, password: 'b' }, 'username: must be a text'],
  [{ username: ' ', password: 'b' }, 'username: must not be empty'],
  [{ username: 'a', password: 'b', role: 'super_admin' }, 'role: is not a known field'],
  ['{"username":"a","password":"b","__proto__":{}}', '__proto__: is not a known field'],
  ['null', 'The body must be an object'],
  ['"text"', 'The body must be an object'],
  ['', 'The body is missing'],
  [{ username: 'a', password: 'x'.repeat(129) }, 'password: must not be longer than 128'],
  [{ username: 'x'.repeat(10_000), password: 'b' }, 'username: must not be longer than 254'],
])(
  'JSON with the wrong structure is a 422 that names the field: %j',
  { tags: ['R376'] },
  async (body, detail) => {
    await using server = await createTestServer()
    expectError(await server.post(login, { body }), 422, detail)
  },
)

test('a body over 64 kB is a 413, with and without a length', { tags: ['R376'] }, async () => {
  await using server = await createTestServer()
  const body = JSON.stringify({ username: 'a', password: 'x'.repeat(64_000) })
  const detail = 'The body is larger than 64000 bytes'
  expectError(await server.post(login, { body }), 413, detail)
  const headers = { 'content-length': String(body.length) }
  expectError(await server.post(login, { body, headers }), 413, detail)
})

test('a batch of scans may be larger than other bodies, up to 1 MB', async ({ server, user }) => {
  const token = await makeGatewayKey(server, user.organizationId)
  const scan = makeScan({ recipient: user.email, subject: 'x'.repeat(1000) })
  const many = { scans: Array.from({ length: 100 }, () => scan) }
  expect((await server.post('/api/scans', { token, body: many })).status).toBe(200)
  const body = ' '.repeat(1_000_001)
  const detail = 'The body is larger than 1000000 bytes'
  expectError(await server.post('/api/scans', { token, body }), 413, detail)
})

test('a body that is not JSON by its media type is a 415', async ({ server }) => {
  const body = { username: 'a', password: 'b' }
  const form = { 'content-type': 'application/x-www-form-urlencoded' }
  expectError(
    await server.post(login, { body, headers: form }),
    415,
    'The body must be application/json, not application/x-www-form-urlencoded',
  )
  for (const type of ['text/plain', 'multipart/form-data; boundary=x', 'application/jsonp']) {
    const answer = await server.post(login, { body, headers: { 'content-type': type } })
    expectError(answer, 415, `The body must be application/json, not ${type}`)
  }
  const untyped = new Request(`http://aman.example${login}`, {
    method: 'POST',
    body: new TextEncoder().encode(JSON.stringify(body)),
  })
  expect(untyped.headers.get('content-type')).toBeNull()
  expect((await server.app.request(untyped)).status).toBe(415)
  const utf8 = { 'content-type': 'application/json; charset=utf-8' }
  expect((await server.post(login, { body, headers: utf8 })).status).toBe(401)
})

test('a call without input accepts no body or an empty object', async ({ server }) => {
  const token = await makeSession(server, await makeUser(server))
  expect((await server.post('/api/users/consent', { token })).status).toBe(200)
  expect((await server.post('/api/users/consent', { token, body: {} })).status).toBe(200)
  const answer = await server.post('/api/users/consent', { token, body: { user: 'other' } })
  expectError(answer, 422, 'The body must be empty')
})

test.each([
  ['with a length', { 'content-length': '99' }],
  ['in chunks', {}],
])('a truncated body %s is not a server error', async (_, headers) => {
  await using server = await createTestServer()
  const body = new ReadableStream({ pull: (controller) => controller.error(new Error('aborted')) })
  const request = { method: 'POST', headers, body, duplex: 'half' } as const
  const answer = await server.app.request(login, request)
  expect(answer.status).toBe(400)
  expect(server.logged).toEqual([])
})

test('a server error reveals no details in its answer but logs all of them', async ({ server }) => {
  const token = await makeSession(server, await makeUser(server))
  await server.database.schema.dropTable('scan_totals').execute()
  const { status, body, text } = await server.get('/api/dashboard/employee', { token })
  expect(status).toBe(500)
  expect(text).not.toMatch(/scan_totals|sqlite|postgres|no such|relation/i)
  const reference = Object(body).params.reference
  expect(server.logged).toHaveLength(1)
  expect(server.logged[0]).toContain(reference)
  expect(server.logged[0]).toMatch(/scan_totals/)
  expect(server.logged[0]).not.toContain(token)
})

const output = v.object({ input: v.unknown() })
const shared = { summary: 'Echo', access: 'public', output } as const

const endpoints = [
  defineEndpoint('GET /nothing', shared),
  defineEndpoint('GET /list', { ...shared, input: listInput(['name'], searchField) }),
  defineEndpoint('DELETE /things/:id', { ...shared, input: v.strictObject({ id: v.string() }) }),
  defineEndpoint('POST /things/:id/:year', {
    ...shared,
    input: v.strictObject({ id: v.string(), year: v.string(), note: v.optional(v.string()) }),
  }),
]

/** Endpoints that return their parsed input. */
async function createEcho() {
  const server = await createTestServer()
  const app = new Hono<{ Bindings: CallContext['env'] }>()
  for (const endpoint of endpoints) {
    const { respond } = bindPublic(server.services, endpoint, (input) => ({ input }))
    app.on(endpoint.method, endpoint.path, respond)
  }
  app.onError((error) => {
    if (!(error instanceof HttpError)) throw error
    return Response.json(errorBody(error), { status: error.status })
  })
  return {
    send: (method: string, path: string, body?: unknown) => request(app, method, path, { body }),
    [Symbol.asyncDispose]: () => server[Symbol.asyncDispose](),
  }
}

test.each([
  ['GET', '/nothing', undefined, undefined],
  ['GET', '/list', undefined, undefined],
  [
    'GET',
    '/list?limit=20&q=%20Rania%20&cursor=a%2Bb',
    undefined,
    { limit: 20, q: 'Rania', cursor: 'a+b' },
  ],
  ['DELETE', '/things/a%2Fb', undefined, { id: 'a/b' }],
  // Decoded once: a value that was encoded twice stays encoded once.
  ['DELETE', '/things/a%252Fb%2520', undefined, { id: 'a%2Fb%20' }],
  ['DELETE', '/things/7', {}, { id: '7' }],
  ['POST', '/things/7/2025', undefined, { id: '7', year: '2025' }],
  ['POST', '/things/7/2025', { note: 'x' }, { id: '7', year: '2025', note: 'x' }],
])('%s %s with %j is understood', async (method, path, body, input) => {
  await using echo = await createEcho()
  const answer = await echo.send(method, path, body)
  expect(answer.detail).toBe('')
  expect(answer.body).toEqual(input === undefined ? {} : { input })
})

test.each([
  ['GET', '/nothing?x=1', undefined, 'x: is not a known field'],
  ['GET', '/list?offset=1', undefined, 'offset: is not a known field'],
  ['GET', '/list?__proto__=1', undefined, '__proto__: is not a known field'],
  ['GET', '/list?limit=1&limit=2', undefined, 'limit: is given more than once'],
  ['GET', '/list?limit=abc', undefined, 'limit: is not a whole number'],
  ['GET', '/list?limit=0', undefined, 'limit: must be at least 1'],
  ['GET', '/list?limit=501', undefined, 'limit: must be at most 500'],
  ['DELETE', '/things/7', { id: '8' }, 'id: is already given by the path'],
  ['DELETE', '/things/7', { other: 1 }, 'other: is not a known field'],
  ['DELETE', '/things/7', '[1]', 'The body must be an object'],
  ['POST', '/things/7/2025', { year: '2024' }, 'year: is already given by the path'],
  ['POST', '/things/7/2025', { note: 1 }, 'note: must be a text'],
])(
  '%s %s with %j is a 422 that names the field',
  { tags: ['R376'] },
  async (method, path, body, detail) => {
    await using echo = await createEcho()
    const answer = await echo.send(method, path, body)
    expect(answer).toMatchObject({ status: 422, detail })
  },
)

test('JSON of more than 10,000 levels is refused before it is parsed', async ({ server }) => {
  const nested = (levels: number) => `{"username":${'['.repeat(levels)}"]"${']'.repeat(levels)}}`
  const signIn = (levels: number) => server.post('/api/auth/login', { body: nested(levels) })
  expect(await signIn(9999)).toMatchObject({ status: 422, code: 'invalid_input' })
  expect(await signIn(10_000)).toMatchObject({ status: 400, code: 'bad_json' })
  const brackets = JSON.stringify({ username: `"${'['.repeat(20_000)}`, password: 'x' })
  expect(await server.post('/api/auth/login', { body: brackets })).toMatchObject({ status: 422 })
})

test.each(['gzip', 'br', 'deflate, gzip', 'GZIP'])(
  'a body in the coding %s is refused in words, whatever the call takes',
  async (coding) => {
    await using server = await createTestServer()
    const user = await makeUser(server)
    const token = await makeGatewayKey(server, user.organizationId)
    const headers = { 'content-encoding': coding }
    const body = gzipSync(JSON.stringify(makeScan({ recipient: user.email })))
    const json = { ...headers, 'content-type': 'application/json' }
    const report = await server.post('/api/scans', { token, body, headers: json })
    const mail = await server.post('/api/mail-checks', {
      token: await makeSession(server, user),
      body: gzipSync('Subject: Hello'),
      headers,
    })
    for (const answer of [report, mail]) {
      expect(answer).toMatchObject({
        status: 415,
        code: 'unsupported_coding',
        detail: expect.stringContaining('must not be compressed'),
      })
      expect(answer.headers.get('accept-encoding')).toBe('identity')
    }
  },
)

test('a body with the coding identity is read', async ({ server, user }) => {
  const token = await makeGatewayKey(server, user.organizationId)
  const headers = { 'content-encoding': 'identity' }
  const answer = await server.post('/api/scans', {
    token,
    body: makeScan({ recipient: user.email }),
    headers,
  })
  expect(answer.status).toBe(200)
})

test('a final slash leads to the same call', async ({ server, user }) => {
  const token = await makeGatewayKey(server, user.organizationId)
  const report = await server.app.request('/api/scans/', {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
    body: JSON.stringify(makeScan({ recipient: user.email })),
  })
  expect(report.status).toBe(200)
  for (const path of ['/api/health/', '/api/health', '/api/openapi.json/']) {
    expect((await server.app.request(path)).status, path).toBe(200)
  }
  for (const path of ['/api/scim/v2/Users/', '/api/scim/v2/Users']) {
    expect((await server.app.request(path)).status, path).toBe(401)
  }
  expect((await server.app.request('/api//health')).status).toBe(404)
})

/** As many UTF-16 units as a secret, and other bytes; headers take those of Latin-1 alone. */
const letters = ['é', 'م', '٣', '￿']
const inHeader = 'é'

async function askReceipt(server: TestServer): Promise<URL> {
  const organizationId = await makeOrganization(server)
  const token = await makeSession(server, await makeUser(server, { role: 'super_admin' }))
  const path = `/api/admin/generate-receipt/${organizationId}/2025/3`
  const { receipt_url } = (await server.post(path, { token })).output(generateReceiptEndpoint)
  return new URL(receipt_url, 'http://aman.example')
}

test.each(letters)(
  'a text of %s where a secret belongs is refused, and no failure',
  async (letter) => {
    await using server = await createTestServer()
    const enrolled = await makeEnrollable(server)
    await addApp(server, enrolled)
    const { token, user } = enrolled
    const secret = letter.repeat(43)
    const browser = openBrowser(server)
    const challenge = await browser.begin(user)
    const receipt = await askReceipt(server)
    const answers = [
      await browser.enterCode(challenge, letter.repeat(6)),
      await browser.enterCode(challenge, letter.repeat(24)),
      await browser.enterCode(secret, '123456'),
      await browser.showPasskey(secret, {}),
      await server.post('/api/account/factors/totp', {
        token,
        body: { registration: secret, code: '123456', name: 'Phone' },
      }),
      await server.post('/api/auth/password-link', { body: { secret } }),
      await server.post('/api/auth/login/single-sign-on/finish', { body: { code: secret } }),
      await server.get(`/api/messages?cursor=${encodeURIComponent(secret)}`, { token }),
      await server.post('/api/auth/login', { body: { username: user.username, password: secret } }),
    ]
    for (const name of ['signature', 'expires']) {
      const link = new URL(receipt)
      expect(link.searchParams.has(name)).toBe(true)
      link.searchParams.set(name, letter.repeat(link.searchParams.get(name)?.length ?? 0))
      answers.push(await request(server.app, 'GET', link.pathname + link.search))
    }
    const statuses = answers.map(({ status }) => status)
    expect(statuses.filter((status) => status < 400 || status >= 500)).toEqual([])
    expect(server.logged).toEqual([])
  },
)

test('a header of Latin letters where a token or cookie belongs is refused, and no failure', async () => {
  await using server = await createTestServer()
  const token = inHeader.repeat(43)
  const cookie = ['aman_device', 'aman_challenge', 'aman_single_sign_on']
    .map((name) => `${name}=${token}`)
    .join('; ')
  const answers = [
    await server.get('/api/auth/me', { token }),
    await request(server.app, 'GET', '/api/scim/v2/Users', { token }),
    await server.post('/api/scans', { token, body: {} }),
    await server.get('/api/rspamd/flags/red', { token }),
    await server.post('/api/auth/login', {
      body: { username: 'nobody', password: 'wrong' },
      headers: { cookie },
    }),
    await server.post('/api/auth/login/single-sign-on/finish', {
      body: { code: 'x' },
      headers: { cookie },
    }),
  ]
  expect(answers.map(({ status }) => status)).toEqual([401, 401, 401, 401, 401, 401])
})
