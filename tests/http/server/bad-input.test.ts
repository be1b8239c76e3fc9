import { expect, test } from 'vitest'
import type { TestAnswer } from '../../support/server/request.ts'
import { createTestServer } from '../../support/server/server.ts'
import { makeGatewayKey, makeScan, makeSession, makeUser } from '../../support/worlds/factories.ts'

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

test('an unknown call is a 404 in JSON for every method', async () => {
  await using server = await createTestServer()
  expectError(await server.get('/api/nothing'), 404, 'There is no call GET /api/nothing')
  expectError(await server.get(login), 404, `There is no call GET ${login}`)
  expectError(await server.post('/api/'), 404, 'There is no call POST /api')
})

test('invalid JSON is a 400 with a message', async () => {
  await using server = await createTestServer()
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

test('a batch of scans may be larger than other bodies, up to 1 MB', async () => {
  await using server = await createTestServer()
  const user = await makeUser(server)
  const token = await makeGatewayKey(server, user.organizationId)
  const scan = makeScan({ recipient: user.email, subject: 'x'.repeat(1000) })
  const many = { scans: Array.from({ length: 100 }, () => scan) }
  expect((await server.post('/api/scans', { token, body: many })).status).toBe(200)
  const body = ' '.repeat(1_000_001)
  const detail = 'The body is larger than 1000000 bytes'
  expectError(await server.post('/api/scans', { token, body }), 413, detail)
})

test('a body that is not JSON by its media type is a 415', async () => {
  await using server = await createTestServer()
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

test('a call without input accepts no body or an empty object', async () => {
  await using server = await createTestServer()
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

test('a server error reveals no details in its answer but logs all of them', async () => {
  await using server = await createTestServer()
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
