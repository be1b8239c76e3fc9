import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { meEndpoint } from '../../../contract/account/me.ts'
import { signInWithPasswordEndpoint } from '../../../contract/sign-in/sign-in-with-password.ts'
import { listUsersEndpoint } from '../../../contract/users/list-users.ts'

const fetched = vi.fn<(url: string, options: RequestInit) => Promise<Response>>()
const loaded = vi.fn<() => Promise<void>>()

beforeEach(() => {
  vi.stubGlobal('fetch', fetched)
  fetched.mockImplementation(async () => new Response('{"id":1}'))
  loaded.mockResolvedValue()
  vi.resetModules()
  vi.doMock('../../../src/lib/core/api/http-client.ts', async (load) => {
    await loaded()
    return load()
  })
})
afterEach(() => {
  vi.doUnmock('../../../src/lib/core/api/http-client.ts')
  fetched.mockReset()
  loaded.mockReset()
  globalThis.earlyAnswers = undefined
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

/** The code of a document that has just been opened. */
const open = () => import('../../../src/lib/core/api/http.ts')

const failureOf = (promise: Promise<unknown>) =>
  promise.then(
    () => expect.fail('the call should have failed'),
    (error: unknown) => error,
  )

describe('the code that sends requests', () => {
  test('is not loaded for a call that the page has made already', async () => {
    const { call } = await open()
    const { keepToken } = await import('../../../src/lib/core/storage/token.ts')
    keepToken('mine')
    const early = { status: 200, ok: true, text: '{"id":7}', link: null }
    globalThis.earlyAnswers = {
      token: 'mine',
      askedAtMs: Date.now(),
      answers: new Map([['/api/auth/me', Promise.resolve(early)]]),
    }
    expect(await call(meEndpoint)).toMatchObject({ id: 7 })
    await vi.dynamicImportSettled()
    expect(loaded).not.toHaveBeenCalled()
    await call(meEndpoint)
    expect(loaded).toHaveBeenCalledTimes(1)
    expect(fetched).toHaveBeenCalledTimes(1)
  })

  test('that cannot be loaded fails the call like a lost connection, and the next one loads it', async () => {
    vi.stubGlobal('document', { querySelector: () => null })
    const { call } = await open()
    const { ConnectionError } = await import('../../../src/lib/core/api/errors.ts')
    loaded.mockRejectedValueOnce(new TypeError('Failed to fetch dynamically imported module'))
    expect(await failureOf(call(meEndpoint))).toBeInstanceOf(ConnectionError)
    expect(fetched).not.toHaveBeenCalled()
    expect(await call(meEndpoint)).toMatchObject({ id: 1 })
  })

  test('that does not arrive in time fails the call, whose request is never sent', async () => {
    vi.useFakeTimers()
    const code = Promise.withResolvers<void>()
    loaded.mockReturnValue(code.promise)
    const { call, loadClient } = await open()
    const failure = failureOf(
      call(signInWithPasswordEndpoint, { username: 'rania', password: 'long enough' }),
    )
    await vi.advanceTimersByTimeAsync(20_000)
    expect(await failure).toMatchObject({ name: 'ConnectionError' })
    fetched.mockImplementation(async (_url, { signal }) => {
      signal?.throwIfAborted()
      return new Response('{}')
    })
    code.resolve()
    await loadClient()
    await vi.advanceTimersByTimeAsync(0)
    const results = fetched.mock.settledResults.map(({ type }) => type)
    expect(results).not.toContain('fulfilled')
  })

  test('is loaded once for calls at the same time, which leave in their order', async () => {
    const { call } = await open()
    fetched.mockImplementation(async () => new Response('[]'))
    const names = ['a', 'b', 'c']
    await Promise.all(names.map((q) => call(listUsersEndpoint, { q })))
    expect(loaded).toHaveBeenCalledTimes(1)
    expect(fetched.mock.calls.map(([url]) => url)).toEqual(
      names.map((q) => `/api/admin/users?q=${q}`),
    )
  })

  test('sends a call at once when it is there', async () => {
    const { call, loadClient } = await open()
    await loadClient()
    const answer = call(meEndpoint)
    expect(fetched).toHaveBeenCalledTimes(1)
    await answer
  })
})

describe('a request', () => {
  test.each([408, 429, 500, 502, 503, 504])(
    'that is answered with %i is not repeated',
    async (status) => {
      const { call } = await open()
      fetched.mockImplementation(async () => new Response('{}', { status }))
      expect(await failureOf(call(meEndpoint))).toMatchObject({ name: 'HttpError', status })
      expect(fetched).toHaveBeenCalledTimes(1)
    },
  )

  test('that fails is not repeated', async () => {
    const { call } = await open()
    fetched.mockRejectedValue(new TypeError('no network'))
    await failureOf(call(meEndpoint))
    expect(fetched).toHaveBeenCalledTimes(1)
  })

  test('that fails leaves neither its token nor its password in the error', async () => {
    const { call } = await open()
    const { keepToken } = await import('../../../src/lib/core/storage/token.ts')
    keepToken('secret-token')
    fetched.mockRejectedValue(new TypeError('no network'))
    const found: unknown[] = []
    const errors = [
      await failureOf(call(meEndpoint)),
      await failureOf(
        call(signInWithPasswordEndpoint, { username: 'rania', password: 'secret-word' }),
      ),
    ]
    for (const error of errors) {
      for (let part: unknown = error; part instanceof Error; part = part.cause) {
        found.push(part.name, Reflect.get(part, 'options'), Reflect.get(part, 'request'))
      }
    }
    const expected = ['ConnectionError', undefined, undefined, 'TypeError', undefined, undefined]
    expect(found).toEqual([...expected, ...expected])
  })
})
