import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { meEndpoint } from '../../../contract/account/me.ts'
import { checkMailEndpoint } from '../../../contract/emails/check-mail.ts'
import { employeeDashboardEndpoint } from '../../../contract/emails/employee-dashboard.ts'
import { listMessagesEndpoint } from '../../../contract/emails/list-messages.ts'
import { showOneMessageEndpoint } from '../../../contract/emails/show-one-message.ts'
import { addFlagEndpoint } from '../../../contract/flags/add-flag.ts'
import { generateReceiptEndpoint } from '../../../contract/receipts/generate-receipt.ts'
import { renewReceiptLinkEndpoint } from '../../../contract/receipts/renew-receipt-link.ts'
import {
  beginSingleSignOnEndpoint,
  confirmAtProviderEndpoint,
} from '../../../contract/sign-in/begin-single-sign-on.ts'
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
import { call, errorMessagesOf, isErrorAnswer, parseJson } from '../../../src/lib/core/api/http.ts'
import { loadPage, shortQuery } from '../../../src/lib/core/api/pages.ts'
import { $locale } from '../../../src/lib/core/i18n/i18n.ts'
import { earlyCallsOf } from '../../../src/lib/core/navigation/early-calls.ts'
import { $token, dropToken, keepToken } from '../../../src/lib/core/storage/token.ts'

describe('calls', () => {
  function answerWith(body: string, status = 200) {
    const fetch = vi.fn(
      async (_url: string, _options: RequestInit) => new Response(body, { status }),
    )
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
})

describe('the client', () => {
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
})

describe('early answers', () => {
  const token = 'the token of the page'
  const asked: string[] = []

  /** Stores an answer like the page's own script. */
  function answerEarly(url: string, text: string | undefined, status = 200) {
    const answer = text === undefined ? undefined : { status, ok: status < 400, text, link: null }
    globalThis.earlyAnswers = {
      token,
      askedAtMs: Date.now(),
      answers: new Map([[url, Promise.resolve(answer)]]),
    }
  }

  const failure = (promise: Promise<unknown>) => promise.catch((error: unknown) => error)

  describe('early answers', () => {
    beforeEach(() => {
      keepToken(token)
      vi.stubGlobal('fetch', async (url: string) => {
        asked.push(url)
        return new Response('{"id":"from the network"}')
      })
    })
    afterEach(() => {
      asked.length = 0
      globalThis.earlyAnswers = undefined
      dropToken(token)
      $locale.set('en')
      vi.unstubAllGlobals()
      vi.useRealTimers()
    })

    describe('an answer that the page requested early', () => {
      test('is used once by the call for it, parsed by the contract', {
        tags: ['R289'],
      }, async () => {
        answerEarly('/api/auth/me', '{"id":"early","role":"auditor"}')
        expect(await call(meEndpoint)).toMatchObject({
          id: 'early',
          role: 'employee',
          full_name: '',
        })
        expect(asked).toEqual([])
        expect(globalThis.earlyAnswers).toBeUndefined()
        expect(await call(meEndpoint)).toMatchObject({ id: 'from the network' })
        expect(asked).toEqual(['/api/auth/me'])
      })

      test('leaves the others for their own calls', async () => {
        answerEarly('/api/auth/me', '{"id":"early"}')
        const dashboard = { status: 200, ok: true, text: '{"risk_score":12}', link: null }
        globalThis.earlyAnswers?.answers.set('/api/dashboard/employee', Promise.resolve(dashboard))
        await call(meEndpoint)
        expect(await call(employeeDashboardEndpoint)).toMatchObject({ risk_score: 12 })
        expect(asked).toEqual([])
      })

      test.each([
        ['no network', undefined, 0, ConnectionError],
        ['a 403', '{"detail":"no"}', 403, HttpError],
        ['a 200 with success false', '{"success":false}', 200, HttpError],
        ['a web page', '<p>', 200, MalformedAnswerError],
      ] as const)('that is %s fails like a later one', async (_, text, status, kind) => {
        answerEarly('/api/auth/me', text, status)
        expect(await failure(call(meEndpoint))).toBeInstanceOf(kind)
        expect(asked).toEqual([])
      })

      test('that is a 401 ends the session', async () => {
        answerEarly('/api/auth/me', '{}', 401)
        await failure(call(meEndpoint))
        expect($token.get()).toBeUndefined()
      })

      test('is not used for a user who has signed in since', async () => {
        answerEarly('/api/auth/me', '{"id":"early"}')
        keepToken('another token')
        expect(await call(meEndpoint)).toMatchObject({ id: 'from the network' })
        expect(globalThis.earlyAnswers).toBeUndefined()
        dropToken('another token')
      })

      test('is not used for a screen that opens more than a minute later', async () => {
        vi.useFakeTimers()
        answerEarly('/api/auth/me', '{"id":"early"}')
        vi.advanceTimersByTime(60_001)
        expect(await call(meEndpoint)).toMatchObject({ id: 'from the network' })
      })

      test('is not used for a call with other parameters, such as a part of the list', async () => {
        answerEarly('/api/admin/users', '[]')
        await failure(call(listUsersEndpoint, { limit: 50 }))
        expect(asked).toEqual(['/api/admin/users?limit=50'])
      })

      test('is never used as the answer to a change', async () => {
        answerEarly('/api/flags/add', '{"success":true}')
        await failure(call(addFlagEndpoint, { flag_type: 'red', value: 'a.example', reason: null }))
        expect(asked).toEqual(['/api/flags/add'])
      })
    })

    describe('the early requests of a page', () => {
      test('are only the session check on an entrance, because the role is not known', () => {
        expect(earlyCallsOf(undefined)).toEqual([{ at: '', urls: ['/api/auth/me'] }])
      })

      test.each(['employee', 'team', 'admin'] as const)(
        'contain what the first tab of %s needs',
        (screen) => {
          const [first, ...others] = earlyCallsOf(screen)
          expect(first?.at).toBe('overview')
          expect(others.map(({ at }) => at)).toContain('flags')
          for (const calls of earlyCallsOf(screen)) expect(calls.urls[0]).toBe('/api/auth/me')
        },
      )

      test.each([
        ['en', '', '?limit=50'],
        ['ar', '?locale=ar', '?limit=50&locale=ar'],
      ] as const)(
        'ask for reasons in the language of the page, as the calls after them: %s',
        async (locale, query, listQuery) => {
          $locale.set(locale)
          const calls = earlyCallsOf('employee')
          expect(calls.find(({ at }) => at === 'overview')?.urls).toEqual([
            '/api/auth/me',
            `/api/dashboard/employee${query}`,
          ])
          expect(calls.find(({ at }) => at === '?view=messages')?.urls).toEqual([
            '/api/auth/me',
            `/api/messages${listQuery}`,
          ])
          await failure(call(employeeDashboardEndpoint))
          await failure(loadPage(listMessagesEndpoint, shortQuery))
          // A link to the next page names the language already.
          await failure(loadPage(listMessagesEndpoint, { ...shortQuery, ...(query && { locale }) }))
          await failure(call(showOneMessageEndpoint, { id: '7' }))
          await failure(call(checkMailEndpoint, new Uint8Array(1)))
          await failure(
            call(generateReceiptEndpoint, { organization_id: '7', year: 2025, month: 3 }),
          )
          await failure(call(renewReceiptLinkEndpoint, { id: '7' }))
          await failure(call(beginSingleSignOnEndpoint, { login: 'rania@firm.example' }))
          await failure(call(confirmAtProviderEndpoint))
          expect(asked).toEqual([
            `/api/dashboard/employee${query}`,
            `/api/messages${listQuery}`,
            `/api/messages${listQuery}`,
            `/api/messages/7${query}`,
            `/api/mail-checks${query}`,
            `/api/admin/generate-receipt/7/2025/3${query}`,
            `/api/admin/receipts/7/link${query}`,
            `/api/auth/login/single-sign-on${query}`,
            `/api/auth/login/single-sign-on/confirm${query}`,
          ])
        },
      )
    })
  })

  const dashboard = ['/api/admin/dashboard', '/api/admin/users?sort=name&limit=50']
  const admin = [...dashboard, '/api/admin/organizations?sort=name&limit=50']
  const own = ['/api/flags/list']

  test.each([
    ['employee', { overview: ['/api/dashboard/employee'], flags: own }],
    ['employee', { '?view=messages': ['/api/messages?limit=50'], '?view=risk': ['/api/risk'] }],
    [
      'team',
      {
        overview: ['/api/dashboard/team'],
        tools: ['/api/team/support-requests'],
        flags: own,
        '?view=report': [],
      },
    ],
    ['admin', { overview: admin, users: admin, organizations: admin, flags: own }],
    ['admin', { '?view=activity': ['/api/admin/audit?limit=50'], '?view=organization': [] }],
    ['admin', { '?view=webhooks': ['/api/admin/webhooks'] }],
    ['people', { overview: ['/api/organization', '/api/organization/users?limit=500'] }],
    ['account', { overview: ['/api/account/sessions', '/api/account/mailbox'] }],
  ] as const)('a page of %s asks for the session, and then for %j', (screen, expected) => {
    const early = new Map(earlyCallsOf(screen).map(({ at, urls }) => [at, urls]))
    for (const [at, urls] of Object.entries(expected)) {
      expect(early.get(at), at).toEqual(['/api/auth/me', ...urls])
    }
  })

  test('every tab and every view of a screen is in the address of exactly one entry', () => {
    expect(earlyCallsOf('team').map(({ at }) => at)).toEqual([
      'overview',
      'tools',
      'flags',
      '?view=report',
    ])
  })
})
