import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { speak } from '../../../build/locales/catalogue.ts'
import { errorsOf } from '../../../contract/core/common-errors.ts'
import { isForGateways } from '../../../contract/core/key-scope.ts'
import { baseLocale } from '../../../contract/core/locale.ts'
import { HttpError } from '../../../src/lib/core/api/errors.ts'
import { $locale } from '../../../src/lib/core/i18n/i18n.ts'
import { $token } from '../../../src/lib/core/storage/token.ts'
import { $dialog } from '../../../src/lib/core/ui-state/dialogs.ts'
import { describeError, fieldWords } from '../../../src/lib/core/ui-state/error-words.ts'
import { describeFailure, describeFields } from '../../../src/lib/core/ui-state/form.ts'
import { $notices, dismissNotice } from '../../../src/lib/core/ui-state/notices.ts'
import { $errorsWords } from '../../../src/lib/core/words/errors.words.yaml'
import { $fieldsWords } from '../../../src/lib/core/words/fields.words.yaml'
import { addFlag, removeFlag } from '../../../src/lib/flags/flags.ts'
import { saveOrganization } from '../../../src/lib/organizations/organization-form.ts'
import { generateReceipt } from '../../../src/lib/receipts/receipt.ts'
import { submitSignIn } from '../../../src/lib/sign-in/sign-in.ts'
import { submitSupport } from '../../../src/lib/support-requests/support.ts'
import { saveUser } from '../../../src/lib/users/user-form.ts'
import { reasonOf } from '../../../src/lib/users/user-import.ts'
import { removeUser } from '../../../src/lib/users/user-removal.ts'
import { $userImportWords } from '../../../src/lib/users/words/user-import.words.yaml'
import { type FaultyServer, startFaultyServer } from '../../support/browser/faults.ts'
import { formOf } from '../../support/browser/screen-state.ts'
import { stubFetch } from '../../support/server/stubbed-server.ts'
import { userExample } from '../../support/worlds/answers.ts'
import { allCalls } from '../../support/worlds/contract.ts'

const form = new FormData()
for (const name of ['value', 'reason']) form.set(name, 'x')

const sentence = 'bad.example has a red flag already.'
const exists = new HttpError(
  409,
  { detail: sentence },
  {
    code: 'flag_exists',
    params: { value: 'bad.example', flag_type: 'red' },
    fields: [{ field: 'value', code: 'flag_exists', params: {} }],
  },
)
const invalid = new HttpError(
  422,
  { detail: 'value: is neither an email address nor a domain' },
  {
    code: 'invalid_input',
    params: {},
    fields: [
      { field: 'value', code: 'not_a_sender', params: {} },
      { field: 'id', code: 'too_long', params: { max: 120 } },
    ],
  },
)

const adding = { order: ['detail'], fallback: 'Failed to add flag' } as const
const saving = { ...adding, prefix: 'Failed to create user: ', fallback: 'Unknown error' }

test('after a prefix, a sentence about invalid input is replaced by marks on the fields of the form', () => {
  const fields = [{ field: 'value', code: 'not_a_sender', params: {} }]
  const text = 'value: is neither an email address nor a domain'
  expect(describeError(invalid, adding, form)).toMatchObject({ text, fields })
  expect(describeError(invalid, saving, form)).toMatchObject({
    text: 'Failed to create user: Please check the marked fields',
    fields,
  })
})

test('invalid input that the form has no field for is said by the server', () => {
  const text = 'Failed to create user: value: is neither an email address nor a domain'
  expect(describeError(invalid, saving, new FormData())).toMatchObject({ text, fields: [] })
  expect(describeError(invalid, saving)).toMatchObject({ text, fields: [] })
})

test('a backend without codes is read as before, whatever it sends beside its words', async () => {
  const answers = [{}, 'text', null, undefined, { code: 7, params: [], fields: 'value' }]
  for (const answer of [...answers, { fields: [null, 3, { field: 1 }, {}] }]) {
    const error = new HttpError(400, { detail: 'No' }, answer)
    expect(await describeFailure(error, adding, form)).toMatchObject({ text: 'No', fields: [] })
  }
  expect(await describeFailure(new Error('no network'), saving)).toMatchObject({
    text: 'Failed to create user: Unknown error',
    fields: [],
  })
})

test('each marked field has a message with the params of its code', async () => {
  const named = [
    { field: 'password', code: 'too_short', params: { min: 12 } },
    { field: 'employee_count', code: 'too_high', params: { max: 10_000_000 } },
    { field: 'name', code: 'a_code_of_tomorrow', params: {} },
    { field: 'phone', code: 'toString', params: {} },
  ]
  expect(Object.fromEntries(await describeFields(named))).toEqual({
    password: 'Use at least 12 characters.',
    employee_count: 'Enter 10,000,000 or less.',
    name: 'Please check this.',
    phone: 'Please check this.',
  })
  const warning = 'This is a common name.'
  const guessed = { field: 'password', code: 'too_easy_to_guess', params: { warning } }
  const words = $fieldsWords.get().too_easy_to_guess
  expect(fieldWords(guessed)).toBe(`${warning} ${words}`)
  expect(fieldWords({ ...guessed, params: { warning: '' } })).toBe(words)
})

test("every error of a user's call has words for other locales", () => {
  const users = allCalls.filter(
    ({ access, path }) => !isForGateways(access) && !['/health', '/ready'].includes(path),
  )
  const codes = users.flatMap((call) => [...(call.errors ?? []), ...errorsOf(call)])
  // The site never sends such requests, and a 401 leads to the sign-in form.
  const unseen = [
    'bad_json',
    'broken_body',
    'unsupported_type',
    'unsupported_body',
    'unsupported_coding',
    'unauthorized',
    'invalid_input',
  ]
  const wordless = codes
    .map(({ code }) => code)
    .filter((code) => !unseen.includes(code) && !Object.hasOwn($errorsWords.get(), code))
  expect([...new Set(wordless)]).toEqual([])
})

test('every error that names a field has a message for it', () => {
  const users = allCalls.filter(({ access }) => !isForGateways(access))
  const codes = users.flatMap(({ errors = [] }) => errors.filter(({ fields }) => fields))
  expect(codes.length).toBeGreaterThan(2)
  for (const { code } of codes) expect($fieldsWords.get()).toHaveProperty(code)
})

describe('in Arabic', () => {
  beforeEach(() => speak('ar'))
  afterEach(() => $locale.set(baseLocale))

  test('every error and every marked field is said in Arabic', () => {
    const stops = [$errorsWords, $fieldsWords].map((store) => store.listen(() => undefined))
    const words = [$errorsWords, $fieldsWords].flatMap((store) => Object.entries(store.get()))
    expect(words.length).toBeGreaterThan(100)
    const english = words.filter(([, text]) => !/^\p{Script=Arabic}/u.test(said(text)))
    expect(english.map(([code]) => code)).toEqual([])
    for (const stop of stops) stop()
  })

  test("the server's sentence is replaced, and its params stay", () => {
    const stop = $errorsWords.listen(() => undefined)
    expect(describeError(exists, adding, form).text).toBe(
      'توجد علامة على \u2068bad.example\u2069 بالفعل. لتغييرها تلزم إزالة العلامة الحالية أولًا.',
    )
    stop()
  })

  test('the English sentence about invalid input is not shown', () => {
    expect(describeError(invalid, adding, form).text).toBe(adding.fallback)
  })

  test('a row that was not written says why', async () => {
    const stops = [$errorsWords, $userImportWords, $fieldsWords].map((store) =>
      store.listen(() => undefined),
    )
    const elsewhere = {
      ...{ detail: 'The user rania belongs to another organization', code: 'user_elsewhere' },
      params: { username: 'rania' },
    }
    expect(reasonOf({ line: 2, outcome: 'conflict', keys: [], problem: elsewhere })).toBe(
      'المستخدم \u2068rania\u2069 تابع لمؤسسة أخرى',
    )
    const fields = [{ field: 'aliases[1]', code: 'not_an_email', params: {} }]
    const unreadable = { detail: 'not a mail', code: 'invalid_input', params: {}, fields }
    expect(reasonOf({ line: 3, outcome: 'invalid', keys: [], problem: unreadable })).toMatch(
      /^العناوين/,
    )
    for (const stop of stops) stop()
  })

  test('a call that never shows the words of the server shows its own', () => {
    const words = { order: [], fallback: 'Failed to remove flag' } as const
    expect(describeError(exists, words).text).toBe('Failed to remove flag')
  })

  test('a code without words shows what the server says', () => {
    const error = new HttpError(418, { detail: 'I am a teapot' }, { code: 'teapot' })
    expect(describeError(error, adding).text).toBe('I am a teapot')
  })

  test('a warning in English is left out', () => {
    const params = { warning: 'This is a common name.' }
    const words = fieldWords({ field: 'password', code: 'too_easy_to_guess', params })
    expect(words).not.toContain('common')
  })
})

function said(text: unknown): string {
  return typeof text === 'function' ? String(text({})) : String(text)
}

let server: FaultyServer

/** Confirms every dialog, with the requested word where there is one. */
const stopAnswering = $dialog.listen((dialog) => {
  if (dialog?.kind === 'confirm') dialog.answer(true)
  else dialog?.answer('DELETE')
})

const { username, email, full_name } = userExample
const newUser = { username, email, full_name, password: 'a long password' }
const failed = { status: 'failed' }

/** Every action that a user can take on the server, with its result and its notices. */
const actions: Record<string, { act: () => Promise<unknown>; gives: unknown; says: string[] }> = {
  'signing in': {
    act: () => submitSignIn(formOf({ username: 'rania', password: 'a long password' })),
    gives: expect.objectContaining({ text: 'Login failed', fields: [] }),
    says: [],
  },
  'adding a flag': {
    act: () => addFlag(formOf({ flag_type: 'red', value: 'bad.example' })),
    gives: failed,
    says: ['Failed to add flag'],
  },
  'removing a flag': {
    act: () =>
      removeFlag({ id: 1, flag_type: 'red', value: 'bad.example', reason: null, created_at: '' }),
    gives: undefined,
    says: ['Failed to remove flag'],
  },
  'asking for support': {
    act: () => submitSupport(formOf({ subject: 'Help', description: 'What now?' })),
    gives: failed,
    says: ['Failed to submit support request: Unknown error'],
  },
  'adding a user': {
    act: () => saveUser(formOf(newUser), undefined),
    gives: failed,
    says: ['Failed to create user: Unknown error'],
  },
  'changing a user': {
    act: () => saveUser(formOf(newUser), userExample),
    gives: failed,
    says: ['Failed to create user: Unknown error'],
  },
  'removing a user': {
    act: () => removeUser(userExample),
    gives: undefined,
    says: ['Failed to remove user: Unknown error'],
  },
  'adding an organization': {
    act: () => saveOrganization(formOf({ name: 'Clinic', contact_email: 'office@clinic.example' })),
    gives: failed,
    says: ['Failed to create organization: Unknown error'],
  },
  'generating a receipt': {
    act: () => generateReceipt(formOf({ organization_id: '1', year: '2025', month: '1' })),
    gives: failed,
    says: ['Failed to generate receipt: Unknown error'],
  },
}

describe('fault words', () => {
  beforeAll(async () => {
    server = await startFaultyServer()
  })
  afterAll(async () => {
    stopAnswering()
    await server[Symbol.asyncDispose]()
  })
  beforeEach(() => {
    stubFetch(server)
    vi.stubGlobal('location', new URL('https://aman.example/dashboard/admin'))
  })
  afterEach(() => {
    for (const { id } of $notices.get()) dismissNotice(id)
    vi.unstubAllGlobals()
  })

  // One fault of each kind of error; faults.test.ts tries all with every call.
  describe.each(['a 500', 'half an answer', 'a connection cut in the middle'] as const)(
    'after %s',
    (fault) => {
      beforeEach(() => {
        server.fault = fault
      })

      test.each(Object.entries(actions))(
        '%s fails with the words of the catalogue and reports no success',
        { tags: ['R055', 'R168', 'R185', 'R198', 'R215', 'R318', 'R327', 'R336'] },
        async (_, { act, gives, says }) => {
          expect(await act()).toEqual(gives)
          expect($notices.get().map(({ kind, text }) => ({ kind, text }))).toEqual(
            says.map((text) => ({ kind: 'problem', text })),
          )
          expect($token.get()).toBeUndefined()
        },
      )
    },
  )
})
