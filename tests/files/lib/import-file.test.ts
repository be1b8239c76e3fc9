import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { speak } from '../../../build/locales/catalogue.ts'
import { baseLocale } from '../../../contract/core/locale.ts'
import { $locale } from '../../../src/lib/core/i18n/i18n.ts'
import { forgetUser } from '../../../src/lib/core/storage/forget.ts'
import { type ImportLine, mostFileBytes } from '../../../src/lib/files/import.ts'
import { batchesOf, isTooLong } from '../../../src/lib/files/import-batches.ts'
import {
  invitedWords,
  outcomeWords,
  reasonOfRow,
  writeResults,
} from '../../../src/lib/files/import-results.ts'
import { $importWords } from '../../../src/lib/files/words/import.words.yaml'
import {
  beginImport,
  holdAnswer,
  names,
  send,
  sent,
  state,
} from '../../support/server/name-import.ts'

afterEach(() => $locale.set(baseLocale))

/** @param length of the row as it is sent */
const rowOf = (length: number) => ({ a: 'x'.repeat(length - '{"a":""}'.length) })

test.each([
  ['no rows', 3, [], []],
  ['at most so many rows', 3, [10, 10, 10, 10, 10, 10, 10], [3, 3, 1]],
  ['as many rows as fit exactly', 3, [10, 10, 10], [3]],
  ['at most so much text', 9, [80_000, 80_000, 80_000, 80_000, 80_000], [2, 2, 1]],
  ['text that fits exactly', 9, [100_000, 100_000, 10], [2, 1]],
  ['text that is one over', 9, [100_000, 100_001, 10], [1, 2]],
  ['a row that is too long for any batch', 9, [200_001, 10, 10], [1, 2]],
])('rows are sent in batches: %s', (_, mostRows, lengths, batches) => {
  const rows = lengths.map(rowOf)
  const made = [...batchesOf(rows, mostRows)]
  expect(made.map(({ length }) => length)).toEqual(batches)
  expect(made.flat()).toEqual(rows)
})

test('a row of more than 20,000 characters is too long', () => {
  expect(isTooLong(rowOf(20_000))).toBe(false)
  expect(isTooLong(rowOf(20_001))).toBe(true)
})

const labelOf = (field: string) => field.toUpperCase()
const taken = { detail: 'Another user already has it', code: 'taken', params: {} }
const missing = { code: 'missing', params: {} }

test.each([
  ['a row with nothing to say', {}, ''],
  ['a row without differences', { changed: [] }, ''],
  ['a row that differs', { changed: ['name', 'role'] }, 'Different: NAME, ROLE'],
  [
    ...(['fields that are wrong'] as const),
    {
      problem: {
        ...{ detail: 'Invalid input', code: 'invalid_input', params: {} },
        fields: [
          { field: 'name', ...missing },
          { field: 'role', code: 'unheard_of', params: {} },
        ],
      },
    },
    'NAME: Please fill this in. ROLE: Please check this.',
  ],
  [
    ...(['an input that is wrong as a whole'] as const),
    { problem: { detail: 'Invalid input', code: 'invalid_input', params: {}, fields: [] } },
    'Invalid input',
  ],
  [
    ...(['an input whose fields are not said'] as const),
    { problem: { detail: 'Invalid input', code: 'invalid_input', params: {} } },
    'Invalid input',
  ],
  ['another problem', { problem: taken }, taken.detail],
  [
    ...(['another problem with a field'] as const),
    { changed: ['name'], problem: { ...taken, fields: [{ field: 'email', ...missing }] } },
    taken.detail,
  ],
])('the reason of %s', (_, row, words) => {
  expect(reasonOfRow(row, labelOf)).toBe(words)
})

test('a problem is said in the language of the page', () => {
  speak('ar')
  const stop = $importWords.listen(() => undefined)
  const reason = reasonOfRow({ problem: { ...taken, code: 'last_admin' } }, labelOf)
  expect(reason).toMatch(/\p{Script=Arabic}/u)
  expect(reason).not.toContain(taken.detail)
  stop()
})

test.each([
  ['new', false, false, 'New'],
  ['changed', false, false, 'Changed'],
  ['unchanged', false, false, 'Unchanged'],
  ['conflict', false, false, 'Conflict'],
  ['new', true, false, 'Created'],
  ['changed', true, false, 'Changed'],
  ['new', false, true, 'Not yet imported'],
  ['changed', false, true, 'Not yet imported'],
  ['new', true, true, 'Created'],
  ['changed', true, true, 'Changed'],
  ['unchanged', true, true, 'Unchanged'],
  ['conflict', false, true, 'Conflict'],
  ['invalid', false, true, 'Invalid'],
] as const)(
  'a line that is %s (written: %s, over: %s) reads %s',
  (outcome, isWritten, isOver, words) => {
    expect(outcomeWords({ outcome, isWritten }, isOver)).toBe(words)
  },
)

test.each([
  [58, 2, '58 invitations sent, 2 wait.'],
  [1, 1, '1 invitation sent, 1 waits.'],
  [3, 0, '3 invitations sent.'],
  [0, 2, '0 invitations sent, 2 wait.'],
  [0, 0, ''],
])(
  'after an import with %i invitations and %i users who wait it says so',
  (sent, awaited, said) => {
    const line = { row: 1, outcome: 'new', reason: '', keys: [], fields: [] } as const
    const lines = [
      ...Array.from({ length: sent }, () => ({ ...line, id: 1, invitation: 'sent' as const })),
      ...Array.from({ length: awaited }, () => ({ ...line, id: 2, invitation: 'waits' as const })),
      // A user who has come, and a line that is not written.
      { ...line, id: 3 },
      { ...line, invitation: 'waits' as const },
    ].map((each) => ({ ...each, wasSent: true, isWritten: true }))
    expect(invitedWords(lines)).toBe(said)
  },
)

test('the results have a heading, and a line for each line of the file', () => {
  const line = { reason: '', keys: [], fields: [], wasSent: true, isWritten: true }
  const lines: ImportLine<{ readonly line: number; readonly name: string }>[] = [
    { ...line, row: { line: 2, name: 'Rania' }, outcome: 'new' },
    { ...line, row: { line: 5, name: '=1' }, outcome: 'conflict', reason: 'Taken, by Omar' },
  ]
  expect(writeResults(lines, true, ['Name'], ({ name }) => [name])).toBe(
    '\uFEFFLine,Name,Result,Reason\r\n2,Rania,Created,\r\n5,\'=1,Conflict,"Taken, by Omar"\r\n',
  )
})

const words = $importWords.get()
const fileOf = (text: string) => new File([text], 'names.csv')

const unreadable = Object.assign(fileOf('a'), {
  arrayBuffer: () => Promise.reject(new Error('gone')),
})
const sized = (size: number) => Object.defineProperty(fileOf('a'), 'size', { value: size })

describe('import file', () => {
  beforeEach(beginImport)

  test('a file is read and its lines are judged', async () => {
    const reading = names.readFiles([fileOf('a\nb')])
    expect(state()).toMatchObject({ status: 'reading' })
    await reading
    expect(state().status).toBe('checked')
    expect(sent()).toEqual(['a,b'])
  })

  test.each([
    ['of another kind', [fileOf('broken')], 'This is no file of names'],
    ['that cannot be read', [unreadable], words.unreadable],
    ['beside another one', [fileOf('a'), fileOf('b')], words.oneFile],
    ['over the limit', [sized(mostFileBytes + 1)], words.tooLarge],
  ])('a file %s replaces the lines before it with the reason', async (_, files, problem) => {
    await names.readText('a\nb')
    send.mockClear()
    await names.readFiles(files)
    expect(state()).toMatchObject({ status: 'choosing', lines: [], problem })
    expect(send).not.toHaveBeenCalled()
  })

  test('a file after one with a problem leaves no word of it', async () => {
    await names.readFiles([fileOf('broken')])
    const reading = names.readFiles([fileOf('a')])
    expect(state().problem).toBe('')
    await reading
    expect(state()).toMatchObject({ status: 'checked', problem: '' })
    await names.readText('broken')
    const give = holdAnswer()
    const again = names.readText('a')
    expect(state().problem).toBe('')
    give()
    await again
  })

  test('a file of just the limit is read', async () => {
    await names.readFiles([sized(mostFileBytes)])
    expect(state().status).toBe('checked')
  })

  test('a file that was not chosen changes nothing', async () => {
    await names.readText('a')
    const before = state()
    await names.readFiles([])
    expect(state()).toBe(before)
  })

  test.each([
    ['another file', () => names.readFiles([fileOf('b')])],
    ['pasted lines', () => names.readText('b')],
  ])('a file gives way to %s that came while it was read', async (_, read) => {
    const first = names.readFiles([fileOf('a')])
    await Promise.all([first, read()])
    expect(sent()).toEqual(['b'])
  })

  test.each([
    ['the user begins again', () => names.startOver()],
    ['another user signs in', forgetUser],
  ])('a file leaves nothing when %s', async (_, leave) => {
    await names.readText('x')
    leave()
    expect(state()).toEqual({
      ...{
        status: 'choosing',
        lines: [],
        unread: [],
        guessed: '',
        problem: '',
        isCorrected: false,
      },
      progress: { done: 0, total: 0 },
    })
  })

  test('a file that is given up during its check drops the answer', async () => {
    const give = holdAnswer()
    const reading = names.readText('a\nb\nc')
    names.startOver()
    give()
    await reading
    expect(state()).toMatchObject({ status: 'choosing', lines: [] })
    expect(sent()).toEqual(['a,b'])
  })
})
