import { startAuthentication } from '@simplewebauthn/browser'
import * as v from 'valibot'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { showSignInSettingsEndpoint } from '../../../contract/sign-in/sign-in-settings.ts'
import { adminDashboard } from '../../../src/lib/admin/admin.ts'
import { HttpError } from '../../../src/lib/core/api/errors.ts'
import { forgetSession } from '../../../src/lib/core/storage/forget.ts'
import { $token, dropToken } from '../../../src/lib/core/storage/token.ts'
import { $dialog } from '../../../src/lib/core/ui-state/dialogs.ts'
import {
  type FactorPolicyState,
  organizationFactorPolicy,
  saveFactorPolicy,
} from '../../../src/lib/sign-in/factor-policy.ts'
import { openSignIn } from '../../../src/lib/sign-in/organization-sign-in.ts'
import {
  readSecondStep,
  signInWithPasskey,
  submitCode,
} from '../../../src/lib/sign-in/second-step.ts'
import {
  invitationWords,
  readPasswordLink,
  requestPasswordLink,
  setPassword,
} from '../../../src/lib/sign-in/set-password.ts'
import { submitSignIn } from '../../../src/lib/sign-in/sign-in.ts'
import {
  breakGlassChoice,
  saveSingleSignOn,
  searchBreakGlassUsers,
  singleSignOnSettings,
} from '../../../src/lib/sign-in/single-sign-on-settings.ts'
import { $factorPolicyWords } from '../../../src/lib/sign-in/words/factor-policy.words.yaml'
import { $secondStepWords } from '../../../src/lib/sign-in/words/second-step.words.yaml'
import { $setPasswordWords } from '../../../src/lib/sign-in/words/set-password.words.yaml'
import { $signInWords } from '../../../src/lib/sign-in/words/sign-in.words.yaml'
import { $singleSignOnSettingsWords } from '../../../src/lib/sign-in/words/single-sign-on-settings.words.yaml'
import {
  answerQuestion,
  formOf,
  openData,
  saidNotices,
} from '../../support/browser/screen-state.ts'
import {
  type Answer,
  type Answers,
  breakConnection,
  refusal,
  withStubbedServer,
} from '../../support/server/stubbed-server.ts'
import { adminLists, userExample } from '../../support/worlds/answers.ts'

// It speaks with the browser's own dialog.
vi.mock(import('@simplewebauthn/browser'), { spy: true })

const server = withStubbedServer()

describe('the second step', () => {
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
      expect(await signInWithPasskey(step)).toEqual({
        text,
        isEnd: false,
        error: expect.anything(),
      })
      expect(server.made()).toHaveLength(1)
      expect($token.get()).toBeUndefined()
    })
  })
})

describe('a new password', () => {
  const setPasswordWords = $setPasswordWords.get()
  const read = 'POST /api/auth/password-link'
  const set = 'POST /api/auth/password-link/password'
  const ask = 'POST /api/auth/login/forgotten-password'
  const purpose = {
    purpose: 'invitation',
    username: 'rania',
    expires_at: '2026-01-08T08:00:00Z',
    organization: 'Petra Insurance',
    invited_by: 'Omar Haddad',
  }
  const link = { ...purpose, purpose: 'invitation', secret: 'secret#1' } as const

  test('what follows the first # of the address is the secret of the link', async () => {
    server.answer({ [read]: purpose })
    expect(await readPasswordLink('#secret#1')).toEqual({ status: 'open', link })
    expect(server.made()).toEqual([[read, { secret: 'secret#1' }]])
  })

  test.each([
    ['Petra', 'Omar', 'Omar has invited you to use Aman at Petra.'],
    ['', 'Omar', 'Omar has invited you to use Aman.'],
    ['Petra', '', 'You have been invited to use Aman at Petra.'],
    ['', '', ''],
  ])('an invitation to %j by %j is put into words', (organization, by, words) => {
    expect(invitationWords({ ...link, organization, invited_by: by }, setPasswordWords)).toBe(words)
  })

  test.each(['', '#'])(
    'an address that ends in %j has no link, and nothing is asked',
    async (end) => {
      expect(await readPasswordLink(end)).toEqual({ status: 'none' })
      expect(server.made()).toEqual([])
    },
  )

  test('a link that is refused is not valid', async () => {
    server.answer({ [read]: refusal('No', { status: 404 }) })
    expect(await readPasswordLink('#s')).toEqual({ status: 'invalid' })
  })

  test('a password is set with the secret of the link, as it was typed', async () => {
    server.answer({ [set]: { success: true } })
    expect(await setPassword(link, formOf({ password: ' violet kettle ' }))).toBeUndefined()
    await setPassword(link, formOf({}))
    expect(server.made()).toEqual([
      [set, { secret: 'secret#1', password: ' violet kettle ' }],
      [set, { secret: 'secret#1', password: '' }],
    ])
  })

  test.each([
    [
      'password',
      set,
      () => setPassword(link, formOf({ password: 'weak' })),
      setPasswordWords.failed,
    ],
    ['login', ask, () => requestPasswordLink(formOf({ login: 'x' })), setPasswordWords.sendFailed],
  ] as const)('a refused %s says why at its field', async (field, call, act, fallback) => {
    server.answer({ [call]: refusal('Not this one', { field }) })
    expect(await act()).toMatchObject({ text: 'Not this one', fields: [{ field }] })
    server.answer({ [call]: breakConnection })
    expect(await act()).toEqual({ text: fallback, fields: [], error: expect.any(Error) })
  })
})

describe('the factor policy', () => {
  const words = $factorPolicyWords.get()
  const before: FactorPolicyState = {
    policy: 'optional',
    set_at: null,
    users: 40,
    users_without_factor: 12,
  }
  const list = 'GET /api/admin/factor-policy'
  const set = 'POST /api/admin/factor-policy'
  const me = 'GET /api/auth/me'
  const answers = { [list]: before, [set]: before, [me]: userExample }
  const kept = { status: 'kept' }

  afterEach(forgetSession)

  /** Saves without a question. */
  function save(...given: Parameters<typeof saveFactorPolicy>) {
    const saving = saveFactorPolicy(...given)
    expect($dialog.get()).toBeUndefined()
    return saving
  }

  test('the policy of an organization is saved for it and loads again', async () => {
    server.answer(answers)
    const ofOrganization = [list, { organization_id: 'o1' }]
    const policy = 'required_in_14_days'
    openSignIn('o1')
    await openData(organizationFactorPolicy.$resource)
    expect(organizationFactorPolicy.$resource.get()).toMatchObject({ data: { data: before } })
    expect(await save(formOf({ policy }), before, 'o1')).toEqual(kept)
    expect(server.made()).toEqual([
      ofOrganization,
      [set, { policy, organization_id: 'o1' }],
      ofOrganization,
    ])
    expect(saidNotices()).toEqual([`success: ${words.saved}`])
  })

  test('a policy that locks users out at once is saved after a question with their number', async () => {
    server.answer(answers)
    const form = formOf({ policy: 'required' })
    const declined = saveFactorPolicy(form, before, 'o1')
    expect(await answerQuestion(false)).toEqual({
      text: words.question(12),
      action: words.require,
    })
    expect(await declined).toEqual(kept)
    expect(server.made()).toEqual([])
    expect(saidNotices()).toEqual([])
    const agreed = saveFactorPolicy(form, before, 'o1')
    await answerQuestion(true)
    await agreed
    expect(server.made()[0]).toEqual([set, { policy: 'required', organization_id: 'o1' }])
  })

  test.each([
    ['every user has a factor', 'required', { users_without_factor: 0 }],
    ['the policy is that of before', 'required', { policy: 'required' }],
    ['there is time to add one', 'required_in_14_days', {}],
  ] as const)('no question is asked where %s', async (_, policy, changed) => {
    server.answer(answers)
    await save(formOf({ policy }), { ...before, ...changed }, 'o1')
    expect(server.made()[0]).toEqual([set, { policy, organization_id: 'o1' }])
  })

  test('a policy that the server refuses says why', async () => {
    const noKey = refusal('It has no SECRETS_KEY', { field: 'policy' })
    server.answer({ ...answers, [set]: noKey })
    const form = formOf({ policy: 'optional' })
    expect(await save(form, before, 'o1')).toMatchObject({
      status: 'invalid',
      fields: [{ field: 'policy' }],
    })
    expect(saidNotices()).toEqual([`problem: ${words.failed}It has no SECRETS_KEY`])
  })
})

describe('the settings of single sign-on', () => {
  const words = $singleSignOnSettingsWords.get()
  const path = '/api/admin/organizations/o1/sign-in'
  const [list, save, check] = [`GET ${path}`, `POST ${path}`, `POST ${path}/check`]
  const issuer = 'https://login.clinic.example'
  const shown = v.parse(showSignInSettingsEndpoint.output, {
    issuer,
    mode: 'optional',
    has_secret: true,
  })
  const typed = { mode: 'only', issuer: ` ${issuer} `, client_id: ' aman ' }
  const saved = { mode: 'only', issuer, client_id: 'aman', break_glass_user_id: null }
  const found = { finding: 'ok', detail: '', sign_in_host: 'login.clinic.example' }
  const answers = { [list]: shown, [save]: { success: true }, [check]: found }

  afterEach(forgetSession)

  async function open(given: Answers = {}) {
    server.answer({ ...answers, ...given })
    openSignIn('o1')
    await openData(singleSignOnSettings.$resource)
    server.forgetCalls()
  }

  test('the user who keeps the password is saved with the provider', async () => {
    await open()
    const form = formOf({ ...typed, break_glass_user_id: '7' })
    expect(await saveSingleSignOn(form, shown)).toEqual({ status: 'done' })
    expect(server.made()).toEqual([[save, { ...saved, break_glass_user_id: '7' }], [list]])
    expect(saidNotices()).toEqual([`success: ${words.saved}`])
  })

  const users = [
    { id: 7, full_name: 'Rania', username: 'rania' },
    { id: '8', full_name: '', username: 'omar' },
  ]
  const choices = [
    { id: '7', label: 'Rania (rania)' },
    { id: '8', label: 'omar' },
  ]

  test.each([
    [' ran ', { q: 'ran' }],
    [' ', {}],
  ])('the text %j finds active users of the organization', async (text, query) => {
    await open({ 'GET /api/admin/users': users })
    const page = await searchBreakGlassUsers(text, undefined)
    expect(page).toEqual({ choices, total: 2, next: undefined })
    const search = { organization_id: 'o1', status: 'active', limit: '50', ...query }
    expect(server.made()).toEqual([['GET /api/admin/users', search]])
  })

  test('the chosen user has a name as soon as the users are known', async () => {
    server.answer({ ...adminLists, 'GET /api/admin/users': users })
    expect(breakGlassChoice(null)).toBeUndefined()
    expect(breakGlassChoice('7')).toEqual({ id: '7', label: '7' })
    await openData(adminDashboard.$resource)
    expect(breakGlassChoice('7')).toEqual(choices[0])
    expect(breakGlassChoice(8)).toEqual(choices[1])
    expect(breakGlassChoice('9')).toEqual({ id: '9', label: '9' })
  })
})
