import { Hono } from 'hono'
import * as v from 'valibot'
import { expect, test } from 'vitest'
import { defineEndpoint } from '../../../contract/core/endpoint.ts'
import { listInput, searchField } from '../../../contract/core/page.ts'
import { errorBody, HttpError } from '../../../server/core/http-error.ts'
import { bindPublic } from '../../../server/http/bind.ts'
import type { CallContext } from '../../../server/http/forwarded.ts'
import { request } from '../../support/server/request.ts'
import { createTestServer } from '../../support/server/server.ts'

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

test('JSON of more than 10,000 levels is refused before it is parsed', async () => {
  await using server = await createTestServer()
  const nested = (levels: number) => `{"username":${'['.repeat(levels)}"]"${']'.repeat(levels)}}`
  const signIn = (levels: number) => server.post('/api/auth/login', { body: nested(levels) })
  expect(await signIn(9999)).toMatchObject({ status: 422, code: 'invalid_input' })
  expect(await signIn(10_000)).toMatchObject({ status: 400, code: 'bad_json' })
  const brackets = JSON.stringify({ username: `"${'['.repeat(20_000)}`, password: 'x' })
  expect(await server.post('/api/auth/login', { body: brackets })).toMatchObject({ status: 422 })
})
