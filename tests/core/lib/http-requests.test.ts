import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { meEndpoint } from '../../../contract/account/me.ts'
import { attackKinds } from '../../../contract/emails/attack-kind.ts'
import { checkMailEndpoint } from '../../../contract/emails/check-mail.ts'
import { removeFactorEndpoint } from '../../../contract/sign-in/own-factors.ts'
import { signInWithPasswordEndpoint } from '../../../contract/sign-in/sign-in-with-password.ts'
import { signOutEndpoint } from '../../../contract/sign-in/sign-out.ts'
import { exportUsersEndpoint } from '../../../contract/users/export-users.ts'
import { listUsersEndpoint } from '../../../contract/users/list-users.ts'
import { resetFactorsOfUserEndpoint } from '../../../contract/users/reset-factors-of-user.ts'
import {
  ConnectionError,
  HttpError,
  MalformedAnswerError,
  wordsOf,
} from '../../../src/lib/core/api/errors.ts'
import {
  call,
  callWithLink,
  errorMessagesOf,
  isErrorAnswer,
  parseJson,
} from '../../../src/lib/core/api/http.ts'
import { loadTrainingUrl } from '../../../src/lib/core/api/site-config.ts'
import { $locale } from '../../../src/lib/core/i18n/i18n.ts'
import { $token, dropToken, keepToken } from '../../../src/lib/core/storage/token.ts'
import { loadAdvice } from '../../../src/lib/team/advice.ts'

const fetched = vi.fn<(url: string, options: RequestInit) => Promise<Response>>()
const credentials = { username: 'rania', password: 'long enough' }

beforeEach(() => vi.stubGlobal('fetch', fetched))
afterEach(() => {
  const token = $token.get()
  if (token !== undefined) dropToken(token)
  $locale.set('en')
  fetched.mockReset()
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

const answer = (body: string | null, init?: ResponseInit) =>
  fetched.mockImplementation(async () => new Response(body, init))

const failureOf = (promise: Promise<unknown>) =>
  promise.then(
    () => expect.fail('the call should have failed'),
    (error: unknown) => error,
  )

/** The last request, with its headers as a plain object. */
function sent() {
  const [url, { headers, method, body }] = fetched.mock.lastCall ?? expect.fail('nothing was sent')
  return { url, method, body, headers: Object.fromEntries(new Headers(headers)) }
}

test('a call without input and without a token has neither a type of content nor a user', async () => {
  answer('{"id":1}')
  await call(meEndpoint)
  expect(sent()).toEqual({
    url: '/api/auth/me',
    method: 'GET',
    body: undefined,
    headers: { accept: 'application/json' },
  })
})

test('an input is sent as JSON', async () => {
  answer('{"access_token":"t"}')
  await call(signInWithPasswordEndpoint, credentials)
  expect(sent()).toMatchObject({
    method: 'POST',
    body: JSON.stringify(credentials),
    headers: { accept: 'application/json', 'content-type': 'application/json' },
  })
})

test('a mail is sent byte by byte, with the type of its call', async () => {
  answer('{"id":"1","threat_level":"safe"}')
  await call(checkMailEndpoint, new Uint8Array([70, 114, 0, 255]))
  const { url, body, headers } = sent()
  expect(url).toBe('/api/mail-checks')
  expect(headers).toMatchObject({ 'content-type': 'message/rfc822' })
  expect(body).toEqual(new Uint8Array([70, 114, 0, 255]))
})

test('what the path names is not repeated in the body', async () => {
  answer('{"success":true}')
  await call(removeFactorEndpoint, { id: 'a b', current_password: 'secret' })
  expect(sent()).toMatchObject({
    url: '/api/account/factors/a%20b/remove',
    body: '{"current_password":"secret"}',
  })
})

test('a parameter that is not given is left out of the query', async () => {
  answer('[]')
  await call(listUsersEndpoint, { q: 'nour & co', role: undefined, limit: 5 })
  expect(sent().url).toBe('/api/admin/users?q=nour+%26+co&limit=5')
})

test('a file arrives as the text that the server sent, even if it reads like JSON', async () => {
  answer('7')
  expect(await call(exportUsersEndpoint, {})).toBe('7')
})

test('a list comes with the link to its next page', async () => {
  answer('[]', { headers: { link: '<?cursor=b>; rel="next"' } })
  const { output, link } = await callWithLink(listUsersEndpoint, {})
  expect(output).toEqual([])
  expect(link).toBe('<?cursor=b>; rel="next"')
})

test('an answer without content is a success', async () => {
  answer(null, { status: 204 })
  expect(await call(resetFactorsOfUserEndpoint, { id: '7' })).toEqual({ success: true })
})

describe('a refusal', () => {
  test('carries its status, its sentence and the whole answer', async () => {
    answer('{"detail":"No","code":"forbidden"}', { status: 403 })
    expect(await failureOf(call(meEndpoint))).toMatchObject({
      name: 'HttpError',
      message: 'the server refused with 403',
      status: 403,
      words: { detail: 'No' },
      answer: { detail: 'No', code: 'forbidden' },
    })
  })

  test.each([403, 404, 409, 500])('with status %i leaves the session as it is', async (status) => {
    keepToken('mine')
    answer('{}', { status })
    await failureOf(call(meEndpoint))
    expect($token.get()).toBe('mine')
  })

  test('of a sign-in does not end the session that another tab has begun', async () => {
    keepToken('mine')
    answer('{}', { status: 401 })
    await failureOf(call(signInWithPasswordEndpoint, credentials))
    expect($token.get()).toBe('mine')
  })
})

describe('cookies', () => {
  test('are sent only with sign-in', async () => {
    answer('{"access_token":"t","id":1}')
    await call(signInWithPasswordEndpoint, credentials)
    await call(meEndpoint)
    const cookies = fetched.mock.calls.map(([, { credentials }]) => credentials)
    expect(cookies).toEqual(['include', undefined])
  })

  test('are sent in one attempt on the same origin', async () => {
    fetched.mockRejectedValue(new TypeError('no network'))
    await failureOf(call(signInWithPasswordEndpoint, credentials))
    expect(fetched).toHaveBeenCalledTimes(1)
  })
})

test('a 200 with success false is an HTTP error with its message', { tags: ['R007'] }, async () => {
  answer('{"success":false,"error":"x"}')
  const error = await failureOf(call(meEndpoint))
  expect(error).toBeInstanceOf(HttpError)
  expect(wordsOf(error, ['detail', 'error'], 'fallback')).toBe('x')
})

test.each(['<h1>Bad gateway</h1>', '', '{"id":', '[]', 'null', '{"access_token":5}'])(
  'a 200 with %j is malformed and never a crash, and is reported with the name of its call',
  { tags: ['R008'] },
  async (body) => {
    answer(body)
    const error = await failureOf(call(signInWithPasswordEndpoint, credentials))
    expect(error).toBeInstanceOf(MalformedAnswerError)
    expect(error).toMatchObject({ name: 'MalformedAnswerError', message: 'POST /auth/login' })
  },
)

test('an input without any of its fields is sent as an empty object', async () => {
  answer('username,email')
  await call(exportUsersEndpoint, {})
  expect(sent().body).toBe('{}')
})

test('a call without input, and one whose input is in the path, have no body', async () => {
  answer('{"success":true}')
  await call(signOutEndpoint)
  await call(resetFactorsOfUserEndpoint, { id: '7' })
  expect(fetched.mock.calls.map(([, { body }]) => body)).toEqual([undefined, undefined])
})

describe('the token', () => {
  test('is sent as a bearer token', { tags: ['R001', 'R002'] }, async () => {
    keepToken('secret')
    answer('{"id":1}')
    await call(meEndpoint)
    expect(sent().url).toBe('/api/auth/me')
    expect(sent().headers).toMatchObject({ authorization: 'Bearer secret' })
  })

  test('is not sent when signing in', { tags: ['R003'] }, async () => {
    keepToken('secret')
    answer('{"access_token":"new"}')
    await call(signInWithPasswordEndpoint, credentials)
    expect(sent().headers).not.toHaveProperty('authorization')
  })

  test('is dropped when the server no longer accepts it', async () => {
    keepToken('old')
    answer('{}', { status: 401 })
    await failureOf(call(meEndpoint))
    expect($token.get()).toBeUndefined()
  })

  test('stays when it is newer than the one that the call used', async () => {
    keepToken('old')
    fetched.mockImplementation(async () => {
      keepToken('new')
      return new Response('{}', { status: 401 })
    })
    await failureOf(call(meEndpoint))
    expect($token.get()).toBe('new')
  })
})

test('an unknown role counts as employee', { tags: ['R030'] }, async () => {
  answer('{"id":1,"role":"auditor"}')
  expect(await call(meEndpoint)).toMatchObject({ role: 'employee', full_name: '', risk_score: 0 })
})

test('a failure of the server has the reference of its answer, and a refusal has none', async () => {
  for (const [status, reference] of [
    [500, '7F3K-2QX'],
    [503, '7F3K-2QX'],
    [422, undefined],
  ] as const) {
    answer('{}', { status, headers: { 'x-request-id': '7F3K-2QX' } })
    expect(await failureOf(call(meEndpoint))).toMatchObject({ status, reference })
  }
  answer('{}', { status: 500 })
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

test('a lost connection is reported with its cause', async () => {
  const cause = new TypeError('no network')
  fetched.mockRejectedValue(cause)
  const error = await failureOf(call(meEndpoint))
  expect(error).toBeInstanceOf(ConnectionError)
  expect(error).toMatchObject({ name: 'ConnectionError', cause })
})

describe('on an origin that is not the site', () => {
  /** The same code, built for a backend elsewhere. */
  async function elsewhere() {
    vi.stubEnv('PUBLIC_API_URL', 'https://api.firm.example/api')
    vi.resetModules()
    return import('../../../src/lib/core/api/http.ts')
  }
  afterEach(() => {
    vi.unstubAllEnvs()
    vi.resetModules()
  })

  test('a sign-in is repeated without cookies, and is otherwise the same', async () => {
    const { call } = await elsewhere()
    fetched.mockRejectedValueOnce(new TypeError('blocked by CORS'))
    fetched.mockResolvedValueOnce(new Response('{"access_token":"t"}'))
    expect(await call(signInWithPasswordEndpoint, credentials)).toMatchObject({ access_token: 't' })
    const [first, second] = fetched.mock.calls.map(([url, options]) => {
      const { method, body, headers } = options
      return { url, method, body, headers: Object.fromEntries(new Headers(headers)) }
    })
    expect(second).toEqual(first)
    const cookies = fetched.mock.calls.map(([, { credentials }]) => credentials)
    expect(cookies).toEqual(['include', 'same-origin'])
  })

  test('a call that sends no cookies is made once', async () => {
    const { call } = await elsewhere()
    fetched.mockRejectedValue(new TypeError('no network'))
    await failureOf(call(meEndpoint))
    expect(fetched).toHaveBeenCalledTimes(1)
  })

  test('a sign-in that was refused is not repeated', async () => {
    const { call } = await elsewhere()
    answer('{}', { status: 503 })
    expect(await failureOf(call(signInWithPasswordEndpoint, credentials))).toBeInstanceOf(Error)
    expect(fetched).toHaveBeenCalledTimes(1)
  })

  test('a sign-in that took too long is not repeated', async () => {
    vi.useFakeTimers()
    const { call, loadClient } = await elsewhere()
    await loadClient()
    fetched.mockImplementation(hang)
    const failure = failureOf(call(signInWithPasswordEndpoint, credentials))
    await vi.advanceTimersByTimeAsync(20_000)
    expect(await failure).toMatchObject({ name: 'ConnectionError' })
    expect(fetched).toHaveBeenCalledTimes(1)
  })
})

/** A server that never answers. */
function hang(_url: string, { signal }: RequestInit): Promise<Response> {
  return new Promise((_, reject) => {
    signal?.addEventListener('abort', () => reject(new DOMException('over', 'AbortError')))
  })
}

test('a call that takes long by its contract is waited for longer than others', async () => {
  vi.useFakeTimers()
  fetched.mockImplementation(hang)
  const ended: string[] = []
  const usual = failureOf(call(meEndpoint)).then(() => ended.push('usual'))
  const long = failureOf(call(checkMailEndpoint, new Uint8Array(1))).then(() => ended.push('long'))
  await vi.advanceTimersByTimeAsync(19_999)
  expect(ended).toEqual([])
  await vi.advanceTimersByTimeAsync(40_000)
  expect(ended).toEqual(['usual'])
  await vi.advanceTimersByTimeAsync(1)
  expect(ended).toEqual(['usual', 'long'])
  await Promise.all([usual, long])
})

describe('a file of the site', () => {
  const words = { subject: 'Take care', text: 'Call back first.' }
  const advice = {
    greeting: 'Hello {name},',
    kinds: Object.fromEntries(attackKinds.map((kind) => [kind, words])),
  }

  test.each(['en', 'ar'])('is read in the language of the page: %s', async (locale) => {
    keepToken('secret')
    $locale.set(locale)
    fetched.mockResolvedValueOnce(Response.json(advice))
    expect(await loadAdvice()).toEqual(advice)
    expect(sent()).toMatchObject({ url: `/advice/${locale}.json`, headers: {} })
  })

  test.each([
    ['that is not there', new Response('', { status: 404 }), HttpError],
    ['that is a web page', new Response('<p>'), MalformedAnswerError],
    ['without the advice', Response.json({ greeting: 'Hello' }), MalformedAnswerError],
  ] as const)('%s is an error', async (_, response, kind) => {
    fetched.mockResolvedValueOnce(response)
    expect(await failureOf(loadAdvice())).toBeInstanceOf(kind)
  })

  test.each([
    [{ training_url: 'https://training.example/start' }, 'https://training.example/start'],
    [{ training_url: 'javascript:alert(1)' }, undefined],
    [{ training_url: null }, undefined],
    [{}, undefined],
    [[], undefined],
  ])('with the configuration %j leads to the training at %s', async (config, address) => {
    fetched.mockResolvedValueOnce(Response.json(config))
    expect(await loadTrainingUrl()).toBe(address)
    expect(sent().url).toBe('/config.json')
  })

  test('that cannot be loaded means that there is no training', async () => {
    answer('', { status: 404 })
    expect(await loadTrainingUrl()).toBeUndefined()
    fetched.mockRejectedValueOnce(new TypeError('no network'))
    expect(await loadTrainingUrl()).toBeUndefined()
  })
})
