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
import { listUsersEndpoint } from '../../../contract/users/list-users.ts'
import {
  ConnectionError,
  HttpError,
  MalformedAnswerError,
} from '../../../src/lib/core/api/errors.ts'
import { call } from '../../../src/lib/core/api/http.ts'
import { loadPage, shortQuery } from '../../../src/lib/core/api/pages.ts'
import { $locale } from '../../../src/lib/core/i18n/i18n.ts'
import { earlyCallsOf } from '../../../src/lib/core/navigation/early-calls.ts'
import { $token, dropToken, keepToken } from '../../../src/lib/core/storage/token.ts'

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
