import { afterEach, describe, expect, test, vi } from 'vitest'
import { meEndpoint } from '../../../contract/account/me.ts'
import { signInWithPasswordEndpoint } from '../../../contract/sign-in/sign-in-with-password.ts'
import { signOutEndpoint } from '../../../contract/sign-in/sign-out.ts'
import { exportUsersEndpoint } from '../../../contract/users/export-users.ts'
import { resetFactorsOfUserEndpoint } from '../../../contract/users/reset-factors-of-user.ts'
import { HttpError, MalformedAnswerError, wordsOf } from '../../../src/lib/core/api/errors.ts'
import { call, errorMessagesOf, isErrorAnswer, parseJson } from '../../../src/lib/core/api/http.ts'
import { $token, keepToken } from '../../../src/lib/core/storage/token.ts'

function answerWith(body: string, status = 200) {
  const fetch = vi.fn(async (_url: string, _options: RequestInit) => new Response(body, { status }))
  vi.stubGlobal('fetch', fetch)
  return fetch
}

async function failureOf(promise: Promise<unknown>): Promise<unknown> {
  return promise.then(
    () => expect.fail('the call should have failed'),
    (error: unknown) => error,
  )
}

const credentials = { username: 'rania', password: 'long enough' }

afterEach(() => {
  vi.unstubAllGlobals()
})

describe('cookies', () => {
  afterEach(() => {
    vi.unstubAllEnvs()
    vi.resetModules()
  })

  test('are sent only with sign-in', async () => {
    const fetch = answerWith('{"access_token":"t","id":1}')
    await call(signInWithPasswordEndpoint, credentials)
    await call(meEndpoint)
    expect(fetch.mock.calls.map(([, options]) => options.credentials)).toEqual([
      'include',
      undefined,
    ])
  })

  test('are sent in one attempt on the same origin', async () => {
    const fetch = vi.fn(() => Promise.reject(new TypeError('no network')))
    vi.stubGlobal('fetch', fetch)
    await failureOf(call(signInWithPasswordEndpoint, credentials))
    expect(fetch).toHaveBeenCalledTimes(1)
  })
})

describe('the error of a call', () => {
  test('a 200 with success false is an HTTP error with its message', {
    tags: ['R007'],
  }, async () => {
    answerWith('{"success":false,"error":"x"}')
    const error = await failureOf(call(meEndpoint))
    expect(error).toBeInstanceOf(HttpError)
    expect(wordsOf(error, ['detail', 'error'], 'fallback')).toBe('x')
  })

  test.each(['<h1>Bad gateway</h1>', '', '{"id":', '[]', 'null', '{"access_token":5}'])(
    'a 200 with %j is malformed and never a crash',
    { tags: ['R008'] },
    async (body) => {
      answerWith(body)
      expect(await failureOf(call(signInWithPasswordEndpoint, credentials))).toBeInstanceOf(
        MalformedAnswerError,
      )
    },
  )

  test.each([
    ['{"detail":"Incorrect username or password"}', 'Incorrect username or password'],
    ['{"detail":""}', 'Login failed'],
    ['{"detail":{"a":1}}', 'Login failed'],
    ['{"detail":[{"msg":"too short"},{"msg":"too common"}]}', 'too short, too common'],
    ['', 'Login failed'],
  ])('an error with %s shows %j', { tags: ['R054', 'R055'] }, async (body, words) => {
    answerWith(body, 401)
    const error = await failureOf(call(signInWithPasswordEndpoint, credentials))
    expect(wordsOf(error, ['detail'], 'Login failed')).toBe(words)
  })
})

test('an input without any of its fields is sent as an empty object', async () => {
  const fetch = answerWith('username,email')
  await call(exportUsersEndpoint, {})
  expect(fetch.mock.calls[0]?.[1].body).toBe('{}')
})

test('a call without input, and one whose input is in the path, have no body', async () => {
  const fetch = answerWith('{"success":true}')
  await call(signOutEndpoint)
  await call(resetFactorsOfUserEndpoint, { id: '7' })
  expect(fetch.mock.calls.map(([, { body }]) => body)).toEqual([undefined, undefined])
})

describe('the token', () => {
  test('is sent as a bearer token', { tags: ['R001', 'R002'] }, async () => {
    keepToken('secret')
    const fetch = answerWith('{"id":1}')
    await call(meEndpoint)
    const [url, options] = fetch.mock.calls[0] ?? expect.fail('nothing was sent')
    expect(url).toBe('/api/auth/me')
    expect(new Headers(options.headers).get('authorization')).toBe('Bearer secret')
  })

  test('is not sent when signing in', { tags: ['R003'] }, async () => {
    keepToken('secret')
    const fetch = answerWith('{"access_token":"new"}')
    await call(signInWithPasswordEndpoint, credentials)
    const [, options] = fetch.mock.calls[0] ?? expect.fail('nothing was sent')
    expect(new Headers(options.headers).has('authorization')).toBe(false)
  })

  test('is dropped when the server no longer accepts it', async () => {
    keepToken('old')
    answerWith('{}', 401)
    await failureOf(call(meEndpoint))
    expect($token.get()).toBeUndefined()
  })

  test('stays when it is newer than the one that the call used', async () => {
    keepToken('old')
    vi.stubGlobal('fetch', async () => {
      keepToken('new')
      return new Response('{}', { status: 401 })
    })
    await failureOf(call(meEndpoint))
    expect($token.get()).toBe('new')
  })
})

test('an unknown role counts as employee', { tags: ['R030'] }, async () => {
  answerWith('{"id":1,"role":"auditor"}')
  expect(await call(meEndpoint)).toMatchObject({ role: 'employee', full_name: '', risk_score: 0 })
})

test('a failure of the server has the reference of its answer, and a refusal has none', async () => {
  for (const [status, reference] of [
    [500, '7F3K-2QX'],
    [503, '7F3K-2QX'],
    [422, undefined],
  ] as const) {
    const headers = { 'x-request-id': '7F3K-2QX' }
    vi.stubGlobal('fetch', async () => new Response('{}', { status, headers }))
    expect(await failureOf(call(meEndpoint))).toMatchObject({ status, reference })
  }
  answerWith('{}', 500)
  expect(await failureOf(call(meEndpoint))).toMatchObject({ status: 500, reference: undefined })
})

test.each([
  ['', undefined],
  ['null', null],
  ['{"a":1}', { a: 1 }],
  ['{"a":', '{"a":'],
  ['<p>', '<p>'],
])('the text %j is parsed as %j', (text, json) => {
  expect(parseJson(text)).toEqual(json)
})

test.each([
  [{ success: false }, true],
  [{ success: true }, false],
  [{ success: null }, false],
  [{}, false],
  [null, false],
  [undefined, false],
  ['success', false],
])('%j is a refusal: %j', { tags: ['R007'] }, (json, expected) => {
  expect(isErrorAnswer(json)).toBe(expected)
})

test.each([
  [
    { detail: ' a ', error: 'b', message: 'c', other: 'd' },
    { detail: 'a', error: 'b', message: 'c' },
  ],
  [{ detail: '', error: '  ', message: 5 }, {}],
  [{ detail: { msg: 'a' } }, {}],
  [
    { detail: [{ msg: 'too short' }, { type: 'x' }, { msg: 5 }, null, 'odd', ''] },
    { detail: 'too short, odd' },
  ],
  [{ detail: [] }, {}],
  [null, {}],
  ['text', {}],
  [undefined, {}],
])('the error message of %j', (json, words) => {
  expect(errorMessagesOf(json)).toEqual(words)
})
