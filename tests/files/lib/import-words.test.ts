import { afterEach, expect, test } from 'vitest'
import { speak } from '../../../build/locales/catalogue.ts'
import { baseLocale } from '../../../contract/core/locale.ts'
import { $locale } from '../../../src/lib/core/i18n/i18n.ts'
import type { ImportLine } from '../../../src/lib/files/import.ts'
import { batchesOf, isTooLong } from '../../../src/lib/files/import-batches.ts'
import {
  invitedWords,
  outcomeWords,
  reasonOfRow,
  writeResults,
} from '../../../src/lib/files/import-results.ts'
import { $importWords } from '../../../src/lib/files/words/import.words.yaml'

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
