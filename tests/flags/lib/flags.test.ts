import { cleanStores } from 'nanostores'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { forgetSession, forgetUser } from '../../../src/lib/core/storage/forget.ts'
import {
  $usualType,
  chooseUsualType,
  flagImport,
  parseFlags,
} from '../../../src/lib/flags/flag-import.ts'
import {
  changeFlag,
  flagSelection,
  flagsFile,
  removeFlags,
} from '../../../src/lib/flags/flag-tools.ts'
import {
  $flagSearch,
  $foundFlags,
  addFlag,
  type Flag,
  flags,
  isTrustMeant,
  removeFlag,
  sortFlags,
} from '../../../src/lib/flags/flags.ts'
import { answerQuestions, formOf, saidNotices } from '../../support/browser/screen-state.ts'
import { breakConnection, withStubbedServer } from '../../support/server/stubbed-server.ts'

const server = withStubbedServer()
const add = 'POST /api/flags/add'
const set = 'POST /api/flags/set'
const list = 'GET /api/flags/list'
const removeMany = 'POST /api/flags/remove'
const evidence = 'GET /api/flags/evidence'

const created_at = '2026-03-09T12:00:00.000Z'
const flag: Flag = { id: 1, flag_type: 'red', value: 'spam.example', reason: null, created_at }

let questions: ReturnType<typeof answerQuestions>
let leave = () => {}

/** The calls after that of the list which is on the screen. */
const names = () => server.names().slice(1)

describe('flag actions', () => {
  beforeEach(async () => {
    server.answer({ [list]: { flags: [flag] } })
    questions = answerQuestions(true)
    leave = flags.$resource.listen(() => {})
    await expect.poll(() => flags.$resource.get().status, { interval: 1 }).toBe('loaded')
  })

  afterEach(() => {
    leave()
    forgetSession()
    forgetUser()
    cleanStores(flags.$resource)
  })

  test.each([
    [
      { flag_type: 'red', value: ' SPAM.example ', reason: ' Fake invoices ' },
      { flag_type: 'red', value: 'spam.example', reason: 'Fake invoices' },
      'success: RED flag added successfully!',
    ],
    [
      { flag_type: 'green', value: 'a@bank.example', reason: ' ' },
      { flag_type: 'green', value: 'a@bank.example', reason: null },
      'success: GREEN flag added successfully!',
    ],
  ])('the flag %o is added as %o, and the list is loaded again', async (typed, sent, words) => {
    server.answer({ [add]: { success: true } })
    expect(await addFlag(formOf(typed))).toEqual({ status: 'done' })
    expect(server.inputs(add)).toEqual([sent])
    expect(names()).toEqual([add, list])
    expect(saidNotices()).toEqual([words])
  })

  test('a flag without a sender is not sent, and marks the field', async () => {
    expect(await addFlag(formOf({ flag_type: 'red', value: ' ' }))).toEqual({
      status: 'invalid',
      fields: [{ field: 'value', code: 'missing', params: {} }],
    })
    expect(saidNotices()).toEqual(['problem: Please enter an email address or domain'])
    expect(names()).toEqual([])
  })

  test('a domain that sent dangerous mail is trusted only after a yes', async () => {
    server.answer({ [evidence]: { dangerous_emails: 3 } })
    server.answer({ [add]: { success: true } })
    const form = formOf({ flag_type: 'green', value: 'Bank.example' })
    questions = answerQuestions(false)
    expect(await addFlag(form)).toEqual({ status: 'failed' })
    expect(names()).toEqual([evidence])
    expect(server.calls[1]?.query).toEqual({ value: 'bank.example' })
    expect(questions).toEqual([
      {
        text: 'Dangerous emails sent to you from bank.example: 3. Do you trust this domain all the same?',
        action: 'Trust domain',
      },
    ])
    answerQuestions(true)
    expect(await addFlag(form)).toEqual({ status: 'done' })
  })

  test.each([
    ['an address', 'a@bank.example', { dangerous_emails: 3 }, 0],
    ['a domain that sent none', 'bank.example', { dangerous_emails: 0 }, 1],
    ['a domain of which nothing is known', 'bank.example', breakConnection, 1],
  ] as const)('%s is trusted without a question', async (_, value, answer, calls) => {
    server.answer({ [evidence]: answer })
    expect(await isTrustMeant(value)).toBe(true)
    expect(questions).toEqual([])
    expect(names()).toHaveLength(calls)
  })

  test('a flag is removed after a yes, and the list is loaded again', async () => {
    server.answer({ 'DELETE /api/flags/remove/1': { success: true } })
    answerQuestions(false)
    await removeFlag(flag)
    expect(names()).toEqual([])
    questions = answerQuestions(true)
    await removeFlag(flag)
    expect(questions).toEqual([
      { text: 'Remove the flag for spam.example?', action: 'Remove flag' },
    ])
    expect(names()).toEqual(['DELETE /api/flags/remove/1', list])
    expect(saidNotices()).toEqual(['success: Flag removed successfully'])
  })

  test('selected flags are removed in one call after a yes, which ends the selection', async () => {
    server.answer({ [removeMany]: { removed: ['1', 'b'] } })
    flagSelection.toggle(1)
    answerQuestions(false)
    await removeFlags([1, 'b'])
    expect(names()).toEqual([])
    expect(flagSelection.$selection.get()).toBeDefined()
    questions = answerQuestions(true)
    await removeFlags([1, 'b'])
    expect(questions).toEqual([{ text: 'Remove 2 flags?', action: 'Remove' }])
    expect(server.inputs(removeMany)).toEqual([{ ids: ['1', 'b'] }])
    expect(names()).toEqual([removeMany, list])
    expect(flagSelection.$selection.get()).toBeUndefined()
    expect(saidNotices()).toEqual(['success: 2 flags were removed.'])
  })

  test.each([
    [
      { reason: ' Ours ', ends: '7' },
      { reason: 'Ours', expires_in_days: 7 },
    ],
    [
      { reason: ' ', ends: 'never' },
      { reason: null, expires_at: null },
    ],
    [{ reason: '', ends: '' }, { reason: null }],
  ])('a flag that is changed to %o is sent with %o', async (typed, sent) => {
    server.answer({ [set]: { rows: [{ line: 1, outcome: 'changed' }] } })
    expect(await changeFlag(flag, formOf(typed))).toEqual({ status: 'done' })
    expect(server.inputs(set)).toEqual([
      { flags: [{ line: 1, flag_type: 'red', value: 'spam.example', ...sent }] },
    ])
    expect(saidNotices()).toEqual(['success: The flag was changed.'])
    expect(names()).toEqual([set, list])
  })

  test('a change that fails says why, marks the field, and loads nothing', async () => {
    const fields = [{ field: 'reason', code: 'too_long', params: { max: 500 } }]
    const problem = { detail: 'The note is long', code: 'refused', params: {}, fields }
    server.answer({ [set]: { rows: [{ line: 1, outcome: 'invalid', problem }] } })
    const form = formOf({ reason: 'x', ends: '1' })
    expect(await changeFlag(flag, form)).toEqual({ status: 'invalid', fields })
    expect(saidNotices()).toEqual(['problem: The note is long'])
    expect(names()).toEqual([set])
  })
})

const listFlags = [
  { id: 1, flag_type: 'green', value: 'bank@partner.example', reason: null, created_at: '' },
  { id: 2, flag_type: 'red', value: 'bad.example', reason: 'Fake Invoices', created_at: '' },
  { id: 3, flag_type: 'red', value: 'null.example', created_at: null },
]

let stop: () => void

describe('flags', () => {
  beforeEach(async () => {
    vi.stubGlobal('fetch', async () => Response.json({ flags: listFlags }))
    stop = $foundFlags.listen(() => {})
    await expect.poll(() => flags.$resource.get().status).toBe('loaded')
  })

  afterEach(() => {
    stop()
    $flagSearch.set('')
    cleanStores($foundFlags, flags.$resource)
    vi.unstubAllGlobals()
  })

  test.each([
    ['', [1, 2, 3]],
    [' invoices ', [2]],
    ['null', [3]],
    ['undefined', []],
  ])('a search for %j finds the flags %j', { tags: ['R175', 'R176', 'R177'] }, (search, ids) => {
    $flagSearch.set(search)
    expect($foundFlags.get().map(({ id }) => id)).toEqual(ids)
  })
})

function makeFlag(id: number, flag: Partial<Flag> = {}): Flag {
  const created_at = '2026-01-02T03:04:05.000Z'
  return { id, flag_type: 'red', value: `${id}.example`, reason: null, created_at, ...flag }
}

const spam = { flag_type: 'red', value: 'a@spam.example', expires_at: '2027-01-31' }
const good = { flag_type: 'green', value: 'good.example', expires_at: null }

test.each([
  [
    'the names of its columns, in any order',
    'sep=;\r\nComment;Sender;Colour;Expiry;Size\r\n"Two\r\nlines";a@spam.example;BLOCK;2027-01-31;9\r\n;good.example;Trusted;never;\r\n;odd.example;;;\r\n',
    [
      { line: 3, ...spam, reason: 'Two\r\nlines' },
      { line: 5, ...good },
      { line: 6, flag_type: 'red', value: 'odd.example' },
    ],
    ['Size'],
  ],
  [
    'the words of an Arabic page',
    'المرسِل,النوع,السبب,تنتهي\na@spam.example,حمراء,رسائل مزعجة,2027-01-31\ngood.example,خضراء,,لا تنتهي',
    [
      { line: 2, ...spam, reason: 'رسائل مزعجة' },
      { line: 3, ...good },
    ],
    [],
  ],
])('a table of flags is read by %s', (_, text, rows, unread) => {
  expect(parseFlags(text, 'red')).toEqual({ rows, unread })
})

test('a file that is no table of flags is rejected, and unknown words are left to the server', () => {
  const many = `value\n${'a.example\n'.repeat(1001)}`
  expect(parseFlags('', 'red')).toEqual({ code: 'empty' })
  expect(parseFlags('type,reason\nred,spam', 'red')).toEqual({ code: 'noValue' })
  expect(parseFlags('value,domain\na,b', 'red')).toEqual({ code: 'columnTwice', column: 'domain' })
  expect(parseFlags('value\n"open', 'red')).toEqual({ code: 'brokenQuotes', line: 2 })
  expect(parseFlags(many, 'red')).toEqual({ code: 'tooManyRows' })
  const odd = parseFlags("value,type\n'=cmd|x!A0,purple\n<script>,__proto__", 'red')
  expect(odd).toMatchObject({
    rows: [
      { line: 2, flag_type: 'purple', value: '=cmd|x!A0' },
      { line: 3, flag_type: '__proto__', value: '<script>' },
    ],
  })
})

test('an exported file runs no formula, and the import reads it back', () => {
  const flags = [
    makeFlag(1, { reason: '=HYPERLINK("http://evil.example")', blocked_count: 7 }),
    makeFlag(2, {
      flag_type: 'green',
      value: '+1@a.example',
      expires_at: '2027-01-31T10:00:00.000Z',
    }),
  ]
  const text = flagsFile(flags)
  expect(text.startsWith('\uFEFFtype,value,reason,ends,created,last matched,blocked\r\n')).toBe(
    true,
  )
  for (const cell of text.split(/[,\r\n]+/)) expect(cell).not.toMatch(/^"?[=+\-@\t]/)
  expect(parseFlags(text, 'red')).toMatchObject({
    rows: [
      { flag_type: 'red', value: '1.example', reason: '=HYPERLINK("http://evil.example")' },
      { flag_type: 'green', value: '+1@a.example', expires_at: '2027-01-31T10:00:00.000Z' },
    ],
  })
})

test('flags are sorted by what they are asked for', () => {
  const flags = [
    makeFlag(3, { blocked_count: 1, last_matched_on: '2026-03-01' }),
    makeFlag(10, { expires_at: '2026-05-01T00:00:00.000Z', last_matched_on: '2026-03-02' }),
    makeFlag(2, { blocked_count: 5, expires_at: '2026-04-01T00:00:00.000Z' }),
  ]
  const sorted = (sort: Parameters<typeof sortFlags>[1]) =>
    sortFlags(flags, sort).map(({ id }) => id)
  expect(sorted('newest')).toEqual([3, 10, 2])
  expect(sorted('oldest')).toEqual([2, 10, 3])
  expect(sorted('byValue')).toEqual([2, 3, 10])
  expect(sorted('byBlocked')).toEqual([2, 3, 10])
  expect(sorted('byMatch')).toEqual([10, 3, 2])
  expect(sorted('byEnd')).toEqual([2, 10, 3])
})

/** The server's answers for the lines that it judges, by line. */
let judged: Readonly<Record<number, object>> = {}
let stopFlagImport = () => {}

const state = () => flagImport.$import.get()
const reasons = () => state().lines.map(({ outcome, reason }) => `${outcome}: ${reason}`)

describe('flag import', () => {
  beforeEach(() => {
    judged = {}
    server.answer({ [list]: { flags: [] } })
    server.answer({
      [set]: ({ input }) => ({
        rows: Object(input).flags.map(({ line, value }: { line: number; value: string }) => ({
          ...{ line, outcome: 'new', keys: [value], ...judged[line] },
        })),
      }),
    })
  })

  afterEach(() => {
    stopFlagImport()
    cleanStores(flags.$resource)
    forgetUser()
  })

  test('lines that name no colour have the one that was chosen, by default red', async () => {
    await flagImport.readText('value\na.example')
    chooseUsualType('green')
    expect($usualType.get()).toBe('green')
    await flagImport.readText('value\na.example')
    expect(server.inputs(set)).toMatchObject([
      { flags: [{ flag_type: 'red' }] },
      { flags: [{ flag_type: 'green' }] },
    ])
    chooseUsualType('purple')
    expect($usualType.get()).toBe('red')
  })

  test('lines are judged without writing, then written, and the list is loaded again', async () => {
    stopFlagImport = flags.$resource.listen(() => {})
    await flagImport.readText('value,type,reason\nA.example,block,=1+1\nnot a sender,purple,')
    const rows = [
      { line: 2, flag_type: 'red', value: 'A.example', reason: '=1+1' },
      { line: 3, flag_type: 'purple', value: 'not a sender' },
    ]
    expect(server.names()).toEqual([list, set])
    await flagImport.run()
    expect(server.inputs(set)).toEqual([
      { dry_run: true, flags: rows },
      { dry_run: false, flags: rows },
    ])
    expect(server.names()).toEqual([list, set, set, list])
    expect(state().status).toBe('done')
  })

  test('a conflict, an invalid line, a repeated line and a change say why', async () => {
    const problem = { detail: 'There is one already', code: 'flag_exists', params: {} }
    const fields = ['value', 'unheard_of'].map((field) => ({ field, code: 'missing', params: {} }))
    judged = {
      2: { outcome: 'conflict', problem },
      3: { outcome: 'invalid', problem: { ...problem, code: 'invalid_input', fields } },
      5: { outcome: 'changed', changed: ['flag_type', 'reason', 'expires_at'] },
    }
    await flagImport.readText('value\na.example\nb.example\na.example\nc.example\nd.example')
    expect(reasons()).toEqual([
      'conflict: There is one already',
      expect.stringMatching(/^invalid: Sender: .+ unheard_of: .+/),
      'conflict: Line 2 has the same address or domain',
      expect.stringMatching(/^changed: .*Type, Reason, Ends/),
      'new: ',
    ])
  })

  test.each([
    ['', /no lines/],
    [`value\n${'a.example\n'.repeat(1001)}`, /more than 1,000 lines/],
  ])('a file that is no table of flags is not sent, and says why (%#)', async (text, words) => {
    await flagImport.readText(text)
    expect(state()).toMatchObject({ status: 'choosing', lines: [] })
    expect(state().problem).toMatch(words)
    expect(server.names()).toEqual([])
  })
})
