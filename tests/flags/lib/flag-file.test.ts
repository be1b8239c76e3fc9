import { expect, test } from 'vitest'
import { parseFlags } from '../../../src/lib/flags/flag-import.ts'
import { flagsFile } from '../../../src/lib/flags/flag-tools.ts'
import { type Flag, sortFlags } from '../../../src/lib/flags/flags.ts'

function makeFlag(id: number, flag: Partial<Flag> = {}): Flag {
  const created_at = '2026-01-02T03:04:05.000Z'
  return { id, flag_type: 'red', value: `${id}.example`, reason: null, created_at, ...flag }
}

test('a table of flags is read by the names of its columns, in any order', () => {
  const text =
    'sep=;\r\nComment;Sender;Colour;Expiry;Size\r\n"Two\r\nlines";a@spam.example;BLOCK;2027-01-31;9\r\n;good.example;Trusted;never;\r\n;odd.example;;;\r\n'
  expect(parseFlags(text, 'red')).toEqual({
    rows: [
      {
        line: 3,
        flag_type: 'red',
        value: 'a@spam.example',
        reason: 'Two\r\nlines',
        expires_at: '2027-01-31',
      },
      { line: 5, flag_type: 'green', value: 'good.example', expires_at: null },
      { line: 6, flag_type: 'red', value: 'odd.example' },
    ],
    unread: ['Size'],
  })
})

test('a table of flags is read by the words of an Arabic page', () => {
  const text =
    'المرسِل,النوع,السبب,تنتهي\na@spam.example,حمراء,رسائل مزعجة,2027-01-31\ngood.example,خضراء,,لا تنتهي'
  expect(parseFlags(text, 'red')).toEqual({
    rows: [
      {
        line: 2,
        flag_type: 'red',
        value: 'a@spam.example',
        reason: 'رسائل مزعجة',
        expires_at: '2027-01-31',
      },
      { line: 3, flag_type: 'green', value: 'good.example', expires_at: null },
    ],
    unread: [],
  })
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
