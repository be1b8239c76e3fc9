import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { $accountDetails } from '../../../src/lib/account/account.ts'
import {
  $accountDataRunning,
  askForErasure,
  downloadData,
} from '../../../src/lib/account/account-data.ts'
import { changePassword } from '../../../src/lib/account/account-password.ts'
import {
  $endedSessions,
  accountSessions,
  endOtherSessions,
  endSession,
  nameOfSession,
} from '../../../src/lib/account/account-sessions.ts'
import { confirmPassword, confirmWithPasskey } from '../../../src/lib/account/confirm-password.ts'
import {
  $factorDue,
  $factorTask,
  $hasFactor,
  $hasPasskey,
  type FactorTask,
  openTask,
  ownFactors,
  submitTask,
} from '../../../src/lib/account/factors.ts'
import { $accountDataWords } from '../../../src/lib/account/words/account-data.words.yaml'
import { $accountPasswordWords } from '../../../src/lib/account/words/account-password.words.yaml'
import { $accountSessionsWords } from '../../../src/lib/account/words/account-sessions.words.yaml'
import { $confirmPasswordWords } from '../../../src/lib/account/words/confirm-password.words.yaml'
import { $factorsWords } from '../../../src/lib/account/words/factors.words.yaml'
import { forgetSession } from '../../../src/lib/core/storage/forget.ts'
import { $session, enterSession, signOut } from '../../../src/lib/sign-in/session.ts'
import {
  answerQuestion,
  catchFiles,
  formOf,
  openData,
  saidNotices,
  untilStore,
} from '../../support/browser/screen-state.ts'
import { type Answers, refusal, withStubbedServer } from '../../support/server/stubbed-server.ts'
import { userExample } from '../../support/worlds/answers.ts'

// The browser of a test has no passkeys.
const passkeys = vi.hoisted(() => ({ startAuthentication: vi.fn(), startRegistration: vi.fn() }))

vi.mock('@simplewebauthn/browser', () => passkeys)

const server = withStubbedServer()

describe('details and sessions', () => {
  const words = $accountPasswordWords.get()
  const sessionWords = $accountSessionsWords.get()

  const own = {
    full_name: 'Rania',
    email: 'r@cedar.example',
    phone: '',
    organization_name: 'Cedar',
  }

  const typed = { current_password: ' old password ', password: ' new password ' }

  afterEach(forgetSession)

  test('the account lists what is known of the user, and nothing when no user is signed in', async () => {
    const stop = $session.listen(() => undefined)
    expect($accountDetails.get()).toEqual([])
    server.answer({
      'GET /api/auth/me': { ...userExample, ...own },
      'POST /api/auth/logout': { success: true },
    })
    await enterSession({ access_token: 'token', user_role: 'employee' })
    expect($accountDetails.get()).toEqual([
      { name: 'full_name', value: 'Rania' },
      { name: 'username', value: userExample.username },
      { name: 'email', value: 'r@cedar.example' },
      { name: 'organization_name', value: 'Cedar' },
    ])
    signOut()
    stop()
  })

  test('a new password is sent as it was typed, and the end of other sessions is said', async () => {
    server.answer({ 'POST /api/account/password': { success: true } })
    expect(await changePassword(formOf(typed))).toEqual({ status: 'done' })
    expect(server.made()).toEqual([['POST /api/account/password', typed]])
    expect(saidNotices()).toEqual([`success: ${words.changed}`])
  })

  test('an empty password form marks both fields and sends nothing', async () => {
    const fields = ['current_password', 'password'].map((field) => ({
      ...{ field, code: 'missing', params: {} },
    }))
    expect(await changePassword(formOf({}))).toEqual({ status: 'invalid', fields })
    expect(saidNotices()).toEqual([`problem: ${words.missing}`])
    expect(server.made()).toEqual([])
  })

  const session = {
    id: 's1',
    browser: 'Firefox',
    system: 'Windows',
    address: '192.0.2.7',
    created_at: '2026-03-02T08:00:00.000Z',
    last_used_at: '2026-03-02T09:30:00.000Z',
    scope: 'site' as const,
    is_current: false,
  }
  const list = 'GET /api/account/sessions'

  test.each([
    ['one session', 's1', `DELETE /api/account/sessions/s1`, sessionWords.ended, endSession],
    [
      'all other sessions',
      'all others',
      'DELETE /api/account/sessions',
      sessionWords.othersEnded,
      endOtherSessions,
    ],
  ])(
    'the end of %s is sent once, is marked meanwhile, and loads the list again',
    async (_, id, call, said, end) => {
      const answer = Promise.withResolvers<unknown>()
      server.answer({ [list]: { sessions: [session] }, [call]: () => answer.promise })
      await openData(accountSessions.$resource)
      expect(accountSessions.$resource.get()).toMatchObject({ data: [session] })
      const ending = end(session)
      expect([...$endedSessions.get()]).toEqual([id])
      const again = end(session)
      answer.resolve({ success: true })
      await Promise.all([ending, again])
      expect(server.made()).toEqual([[list], [call], [list]])
      expect(saidNotices()).toEqual([`success: ${said}`])
      expect([...$endedSessions.get()]).toEqual([])
    },
  )

  test.each([
    [{}, 'Firefox on Windows'],
    [{ system: '' }, 'Firefox'],
    [{ browser: '' }, 'Windows'],
    [{ browser: '', system: '' }, sessionWords.unknownBrowser],
    [{ scope: 'extension' as const }, 'Extension in Firefox on Windows'],
  ])('a session with %j is called %s', (changed, name) => {
    expect(nameOfSession({ ...session, ...changed })).toBe(name)
  })
})

describe('own data', () => {
  const words = $accountDataWords.get()
  const download = 'POST /api/account/data'
  const erase = 'POST /api/account/erasure'
  const data = { exported_at: '2026-03-02T09:30:00.000Z', flags: ['a'] }
  let saved: ReturnType<typeof catchFiles>

  beforeEach(() => {
    saved = catchFiles()
  })
  afterEach(() => {
    forgetSession()
    vi.restoreAllMocks()
  })

  test('the data of a user is saved as readable JSON', async () => {
    server.answer({ [download]: data })
    const blobs = vi.spyOn(URL, 'createObjectURL')
    const downloading = downloadData()
    expect($accountDataRunning.get()).toBe('download')
    await downloading
    expect($accountDataRunning.get()).toBeUndefined()
    expect(server.made()).toEqual([[download]])
    expect(await saved()).toEqual({ 'account.json': JSON.stringify(data, null, 2) })
    expect(blobs.mock.calls).toEqual([[expect.objectContaining({ type: 'application/json' })]])
  })

  test.each([
    ['../rania  k', '..-rania-k.json'],
    ['رانيا', 'رانيا.json'],
  ])('the file of the user %s is called %s', async (username, file) => {
    const stop = $session.listen(() => undefined)
    server.answer({
      [download]: data,
      'GET /api/auth/me': { ...userExample, username },
      'POST /api/auth/logout': { success: true },
    })
    await enterSession({ access_token: 'token', user_role: 'employee' })
    await downloadData()
    expect(Object.keys(await saved())).toEqual([file])
    signOut()
    stop()
  })

  test('erasure is asked for after a question', async () => {
    server.answer({ [erase]: { success: true } })
    const declined = askForErasure()
    const { erasureQuestion: text, erasureAction: action } = words
    expect(await answerQuestion(false)).toEqual({ text, action })
    await declined
    expect(server.made()).toEqual([])
    const agreed = askForErasure()
    await answerQuestion(true)
    await untilStore($accountDataRunning, (running) => running === 'erasure')
    await agreed
    expect(server.made()).toEqual([[erase]])
    expect(saidNotices()).toEqual([`success: ${words.erasureAsked}`])
  })
})

describe('factors and confirmations', () => {
  const credential = { id: 'k1', rawId: 'k1', type: 'public-key', response: {} }
  const challenge = 'b0yQ2m7cXw'

  afterEach(() => {
    forgetSession()
    vi.resetAllMocks()
  })

  describe('factors', () => {
    const words = $factorsWords.get()
    const base = '/api/account/factors'
    const list = `GET ${base}`
    const factor = {
      id: 'f1',
      kind: 'totp',
      name: 'Phone',
      created_at: '',
      last_used_at: null,
    } as const
    const passkey = { ...factor, kind: 'passkey' } as const
    const typed = { current_password: ' violet kettle ', name: ' Phone ', code: ' 123 456 ' }
    const proof = { current_password: typed.current_password }
    const began = { registration: 'reg', secret: 'JBSW', uri: 'otpauth://totp/Aman' }
    const scan: FactorTask = { kind: 'scan', ...began }
    const codes = ['abcd-efgh', '3456-789a']

    const creation = {
      rp: { name: 'Aman' },
      user: { id: 'MDE5', name: 'rania', displayName: 'Rania' },
      challenge,
      pubKeyCredParams: [{ alg: -7, type: 'public-key' }],
    }

    async function open(answers: Answers) {
      server.answer({ [list]: { factors: [factor], recovery_codes_left: 9 }, ...answers })
      await openData(ownFactors.$resource)
      server.forgetCalls()
    }

    test.each([
      [[], false, false],
      [null, false, false],
      [[factor], true, false],
      [[factor, passkey], true, true],
    ])(
      'with the factors %j the user has one: %s, and a passkey: %s',
      async (factors, hasFactor, hasPasskey) => {
        server.answer({ [list]: { factors } })
        expect([$hasFactor.get(), $hasPasskey.get()]).toEqual([false, false])
        await openData(ownFactors.$resource)
        expect([$hasFactor.get(), $hasPasskey.get()]).toEqual([hasFactor, hasPasskey])
      },
    )

    test.each([
      ['2026-03-02T09:30:00.000Z', [], 'Mar 2, 2026'],
      ['2026-03-02T09:30:00.000Z', [factor], undefined],
      [null, [], undefined],
    ])(
      'a factor due at %s is asked for with the factors %j from: %s',
      async (factor_due_at, factors, due) => {
        await open({
          [list]: { factors },
          'GET /api/auth/me': { ...userExample, factor_due_at },
          'POST /api/auth/logout': { success: true },
        })
        expect($factorDue.get()).toBeUndefined()
        await enterSession({ access_token: 'token', user_role: 'employee' })
        await openData(ownFactors.$resource)
        expect($session.get().status).toBe('signed-in')
        expect($factorDue.get()).toBe(due)
        signOut()
      },
    )

    test('empty fields are marked, and nothing is sent', async () => {
      await open({})
      const form = formOf({ current_password: '', name: '', code: '1' })
      const fields = ['current_password', 'name'].map((field) => ({
        field,
        code: 'missing',
        params: {},
      }))
      expect(await submitTask({ kind: 'add-totp' }, form)).toEqual({ status: 'invalid', fields })
      expect(saidNotices()).toEqual([`problem: ${words.missing}`])
      expect(server.made()).toEqual([])
    })

    test('an authenticator app begins with the password as it was typed, and shows what to scan', async () => {
      await open({ [`POST ${base}/totp/begin`]: began })
      expect(await submitTask({ kind: 'add-totp' }, formOf(typed))).toEqual({ status: 'done' })
      expect(server.made()).toEqual([[`POST ${base}/totp/begin`, proof]])
      expect($factorTask.get()).toEqual(scan)
    })

    test.each([
      [codes, { kind: 'codes', codes }, []],
      [[], undefined, [`success: ${words.added}`]],
    ])(
      'an app that is added with the recovery codes %j leads to %j',
      async (recovery_codes, task, said) => {
        await open({ [`POST ${base}/totp`]: { success: true, recovery_codes } })
        openTask(scan)
        expect(await submitTask(scan, formOf(typed))).toEqual({ status: 'done' })
        const sent = { registration: 'reg', code: '123 456', name: 'Phone' }
        expect(server.made()).toEqual([[`POST ${base}/totp`, sent], [list]])
        expect($factorTask.get()).toEqual(task)
        expect(saidNotices()).toEqual(said)
      },
    )

    test('a passkey is made by the browser for what the server asks, and then added', async () => {
      await open({
        [`POST ${base}/passkey/begin`]: { registration: 'reg', options: creation },
        [`POST ${base}/passkey`]: { success: true, recovery_codes: [] },
      })
      passkeys.startRegistration.mockResolvedValue(credential)
      expect(await submitTask({ kind: 'add-passkey' }, formOf(typed))).toEqual({ status: 'done' })
      expect(passkeys.startRegistration.mock.calls).toEqual([[{ optionsJSON: creation }]])
      expect(server.made()).toEqual([
        [`POST ${base}/passkey/begin`, proof],
        [`POST ${base}/passkey`, { registration: 'reg', credential, name: 'Phone' }],
        [list],
      ])
    })

    test('a passkey that the user declines is said, and nothing is added', async () => {
      await open({
        [`POST ${base}/passkey/begin`]: { registration: 'reg', options: creation },
      })
      passkeys.startRegistration.mockRejectedValue(new Error('NotAllowedError'))
      const submitted = await submitTask({ kind: 'add-passkey' }, formOf(typed))
      expect(submitted).toEqual({ status: 'failed' })
      expect(saidNotices()).toEqual([`problem: ${words.declined}`])
      expect(server.made()).toHaveLength(1)
    })

    test('a factor is removed with the password, and its dialog closes', async () => {
      await open({ [`POST ${base}/f1/remove`]: { success: true } })
      const task: FactorTask = { kind: 'remove', factor }
      openTask(task)
      expect(await submitTask(task, formOf(proof))).toEqual({ status: 'done' })
      expect(server.made()).toEqual([[`POST ${base}/f1/remove`, proof], [list]])
      expect($factorTask.get()).toBeUndefined()
      expect(saidNotices()).toEqual([`success: ${words.removed}`])
    })
  })

  describe('a confirmation', () => {
    const words = $confirmPasswordWords.get()
    const confirm = 'POST /api/auth/confirm'

    test('the password is sent as it was typed', async () => {
      server.answer({ [confirm]: { success: true } })
      const password = ' violet kettle drum '
      expect(await confirmPassword(formOf({ password }))).toEqual({ status: 'done' })
      expect(server.made()).toEqual([[confirm, { password }]])
      expect(saidNotices()).toEqual([])
    })

    test.each([{ password: '' }, {}])('the form %j is marked and not sent', async (given) => {
      expect(await confirmPassword(formOf(given))).toMatchObject({
        fields: [{ field: 'password' }],
      })
      expect(saidNotices()).toEqual([`problem: ${words.missing}`])
      expect(server.made()).toEqual([])
    })

    const options = { challenge, rpId: 'aman.example' }
    const asks = 'POST /api/auth/confirm/passkey/options'
    const confirms = 'POST /api/auth/confirm/passkey'

    test('a passkey confirms what the server asked for', async () => {
      server.answer({ [asks]: { challenge, options }, [confirms]: { success: true } })
      passkeys.startAuthentication.mockResolvedValue(credential)
      expect(await confirmWithPasskey()).toBe(true)
      expect(passkeys.startAuthentication.mock.calls).toEqual([[{ optionsJSON: options }]])
      expect(server.made()).toEqual([[asks], [confirms, { challenge, credential }]])
    })

    test.each([
      ['the user declines', { challenge, options }, words.declined],
      ['the server refuses', refusal('You have no passkey'), `${words.failed}You have no passkey`],
    ])('nothing is confirmed when %s', async (_, answer, said) => {
      server.answer({ [asks]: answer })
      passkeys.startAuthentication.mockRejectedValue(new Error('NotAllowedError'))
      expect(await confirmWithPasskey()).toBe(false)
      expect(saidNotices()).toEqual([`problem: ${said}`])
    })
  })
})
