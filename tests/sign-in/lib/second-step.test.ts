import { startAuthentication } from '@simplewebauthn/browser'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { HttpError } from '../../../src/lib/core/api/errors.ts'
import { $token, dropToken } from '../../../src/lib/core/storage/token.ts'
import {
  readSecondStep,
  signInWithPasskey,
  submitCode,
} from '../../../src/lib/sign-in/second-step.ts'
import { submitSignIn } from '../../../src/lib/sign-in/sign-in.ts'
import { $secondStepWords } from '../../../src/lib/sign-in/words/second-step.words.yaml'
import { $signInWords } from '../../../src/lib/sign-in/words/sign-in.words.yaml'
import { formOf } from '../../support/browser/screen-state.ts'
import { type Answer, refusal, withStubbedServer } from '../../support/server/stubbed-server.ts'

// It speaks with the browser's own dialog.
vi.mock(import('@simplewebauthn/browser'), { spy: true })

const server = withStubbedServer()
const signInWithPasswordCall = 'POST /api/auth/login'
const sendCode = 'POST /api/auth/login/code'
const usePasskey = 'POST /api/auth/login/passkey'
const askForPasskey = 'POST /api/auth/login/passkey/options'
const words = $secondStepWords.get()
const step = { challenge: 'a challenge', methods: ['totp' as const] }
const credential = {
  id: 'key',
  rawId: 'key',
  type: 'public-key' as const,
  response: { clientDataJSON: 'x', authenticatorData: 'x', signature: 'x' },
  clientExtensionResults: {},
}

beforeEach(() => {
  server.answer({
    'GET /api/auth/me': { id: '7', username: 'rania' },
    [sendCode]: { access_token: 'of a code' },
    [usePasskey]: { access_token: 'of a passkey' },
    [askForPasskey]: { challenge: 'of the passkey', options: { challenge: 'x' } },
  })
  vi.mocked(startAuthentication).mockResolvedValue(credential)
})

afterEach(() => {
  const token = $token.get()
  if (token !== undefined) dropToken(token)
  vi.mocked(startAuthentication).mockReset()
})

const refuse = (code: string, words: string) => refusal(words, { status: 401, code })

describe('a refused sign-in', () => {
  const refused = (code: string, params: unknown) => new HttpError(401, {}, { code, params })

  test('that asks for the second step names its challenge and its ways', () => {
    const params = { challenge: 'x', methods: ['passkey', 'recovery-code'], seconds_left: 300 }
    expect(readSecondStep(refused('second_factor_required', params))).toEqual({
      challenge: 'x',
      methods: ['passkey', 'recovery-code'],
    })
  })
})

describe('the form for the password', () => {
  const signIn = (answer: Answer) => {
    server.answer({ [signInWithPasswordCall]: answer })
    return submitSignIn(formOf({ username: ' rania ', password: ' secret ' }))
  }

  test('goes on with the second step that the server asks for', async () => {
    const params = { challenge: 'x', methods: ['totp'] }
    const answer = { success: false, code: 'second_factor_required', params }
    expect(await signIn(Response.json(answer, { status: 401 }))).toEqual({
      challenge: 'x',
      methods: ['totp'],
    })
    // The same words with another status are no step of a sign-in.
    const odd = await signIn(Response.json(answer, { status: 403 }))
    expect(odd).toMatchObject({ text: $signInWords.get().failed, fields: [] })
  })
})

describe('a code', () => {
  test('completes the sign-in that it belongs to', async () => {
    expect(await submitCode(step, '123456')).toBeUndefined()
    expect(server.made()[0]).toEqual([sendCode, { challenge: 'a challenge', code: '123456' }])
    expect($token.get()).toBe('of a code')
  })

  test.each([
    ['wrong_code', 'This code is not valid.', false],
    ['challenge_ended', 'This took too long.', true],
  ])('that is refused as %s says so: %s', async (code, detail, isEnd) => {
    server.answer({ [sendCode]: refuse(code, detail) })
    expect(await submitCode(step, '123456')).toEqual({
      text: detail,
      isEnd,
      error: expect.any(Error),
    })
    expect($token.get()).toBeUndefined()
  })
})

describe('a passkey', () => {
  test.each([
    ['after a password', step, { challenge: 'a challenge' }],
    ['alone', undefined, {}],
  ])('signs in %s', async (_, given, asked) => {
    expect(await signInWithPasskey(given)).toBeUndefined()
    expect(server.made().slice(0, 2)).toEqual([
      [askForPasskey, asked],
      [usePasskey, { challenge: 'of the passkey', credential }],
    ])
    expect(vi.mocked(startAuthentication).mock.calls).toEqual([
      [{ optionsJSON: expect.objectContaining({ challenge: 'x' }) }],
    ])
    expect($token.get()).toBe('of a passkey')
  })

  test.each([
    [new DOMException('aborted', 'AbortError'), words.declined],
    [new Error('out of order'), words.failed],
  ])('that the browser does not use says so: %s', async (error, text) => {
    vi.mocked(startAuthentication).mockRejectedValue(error)
    expect(await signInWithPasskey(step)).toEqual({ text, isEnd: false, error: expect.anything() })
    expect(server.made()).toHaveLength(1)
    expect($token.get()).toBeUndefined()
  })
})
