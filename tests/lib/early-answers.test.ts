import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { adminUsersEndpoint } from '../../contract/endpoints/admin-users.ts'
import { flagsAddEndpoint } from '../../contract/endpoints/flags-add.ts'
import { meEndpoint } from '../../contract/endpoints/me.ts'
import { earlyCallsOf } from '../../src/lib/api/early-calls.ts'
import { ConnectionError, HttpError, MalformedAnswerError } from '../../src/lib/api/errors.ts'
import { call } from '../../src/lib/api/http.ts'
import { $token, dropToken, keepToken } from '../../src/lib/session/token.ts'

const token = 'the token of the page'
const asked: string[] = []

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
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

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

describe('an answer that the page requested early', () => {
  test('is used once by the call for it, parsed by the contract', {
    tags: ['R289'],
  }, async () => {
    answerEarly('/api/auth/me', '{"id":"early","role":"auditor"}')
    expect(await call(meEndpoint)).toMatchObject({ id: 'early', role: 'employee', full_name: '' })
    expect(asked).toEqual([])
    expect(globalThis.earlyAnswers).toBeUndefined()
    expect(await call(meEndpoint)).toMatchObject({ id: 'from the network' })
    expect(asked).toEqual(['/api/auth/me'])
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
    await failure(call(adminUsersEndpoint, { limit: 50 }))
    expect(asked).toEqual(['/api/admin/users?limit=50'])
  })

  test('is never used as the answer to a change', async () => {
    answerEarly('/api/flags/add', '{"success":true}')
    await failure(call(flagsAddEndpoint, { flag_type: 'red', value: 'a.example', reason: null }))
    expect(asked).toEqual(['/api/flags/add'])
  })
})

describe('the early requests of a page', () => {
  test('are only the session check on an entrance, because the role is not known', () => {
    expect(earlyCallsOf(undefined)).toEqual([{ tab: '', urls: ['/api/auth/me'] }])
  })

  test.each(['employee', 'team', 'admin'] as const)(
    'contain what the first tab of %s needs',
    (screen) => {
      const [first, ...others] = earlyCallsOf(screen)
      expect(first?.tab).toBe('overview')
      expect(others.map(({ tab }) => tab)).toContain('flags')
      for (const calls of earlyCallsOf(screen)) expect(calls.urls[0]).toBe('/api/auth/me')
    },
  )
})
