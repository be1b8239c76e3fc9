import { afterEach, expect, test, vi } from 'vitest'
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
import { $factorsWords } from '../../../src/lib/account/words/factors.words.yaml'
import { forgetSession } from '../../../src/lib/core/storage/forget.ts'
import { $session, enterSession, signOut } from '../../../src/lib/sign-in/session.ts'
import { formOf, openData, saidNotices } from '../../support/browser/screen-state.ts'
import { type Answers, withStubbedServer } from '../../support/server/stubbed-server.ts'
import { userExample } from '../../support/worlds/answers.ts'

const server = withStubbedServer()
// The browser of a test has no passkeys.
const passkeys = vi.hoisted(() => ({ startRegistration: vi.fn() }))
vi.mock('@simplewebauthn/browser', () => passkeys)

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
const credential = { id: 'k1', rawId: 'k1', type: 'public-key', response: {} }
const challenge = 'b0yQ2m7cXw'
const creation = {
  rp: { name: 'Aman' },
  user: { id: 'MDE5', name: 'rania', displayName: 'Rania' },
  challenge,
  pubKeyCredParams: [{ alg: -7, type: 'public-key' }],
}

afterEach(() => {
  forgetSession()
  vi.resetAllMocks()
})

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
