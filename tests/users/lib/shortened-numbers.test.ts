import * as v from 'valibot'
import { expect, test } from 'vitest'
import { givenPhone } from '../../../contract/core/phone.ts'
import { importedRow } from '../../../contract/users/import-users.ts'
import { invitedRow } from '../../../contract/users/invite-own-users.ts'
import { parseUsers } from '../../../src/lib/files/parse-users.ts'

const row = { line: 2, email: 'ali@olive.example', full_name: 'Ali' }

/** The kept text of a field, or the code of its fault. */
function kept(schema: v.GenericSchema, given: object, field: string): unknown {
  const { success, output, issues } = v.safeParse(schema, given)
  if (!success) return issues?.map(({ message }) => message).join()
  return new Map(Object.entries(Object(output))).get(field)
}

const numbers = [
  ['9.62791E+11', 'shortened_number'],
  ['9,62791e+11', 'shortened_number'],
  ['1E+12', 'shortened_number'],
  ['+9.62791E+11', 'shortened_number'],
  // With more digits than a whole number has.
  ['1.234567E+3', 'shortened_number'],
  // All digits are there.
  ['9.62791234567E+11', '962791234567'],
  ['9,62791234567E+11', '962791234567'],
  // None of these comes from a spreadsheet.
  ['E+12', 'E+12'],
  ['Block 9.6E+1 North', 'Block 9.6E+1 North'],
] as const

test.each(['phone', 'username', 'full_name', 'organization', 'department'])(
  'a number that a spreadsheet shortened is restored or refused in the column %s of an import',
  (field) => {
    for (const [given, expected] of numbers) {
      expect(kept(importedRow, { ...row, [field]: given }, field), given).toBe(expected)
    }
  },
)

test.each(['full_name', 'department'])('the same in the %s of invited people', (field) => {
  for (const [given, expected] of numbers) {
    expect(kept(invitedRow, { ...row, [field]: given }, field), given).toBe(expected)
  }
})

test('the form of a user refuses it as well, in any digits', () => {
  expect(v.safeParse(givenPhone, '٩.٦٢٧٩١E+١١').issues?.[0]?.message).toBe('shortened_number')
  expect(v.parse(givenPhone, '٩٫٦٢٧٩١٢٣٤٥٦٧E+١١')).toBe('962791234567')
})

test('a column of shortened numbers is one of telephone numbers where no line names the columns', () => {
  const lines = ['Ali Odeh,ali@olive.example,9.62791E+11', 'Rana Aziz,rana@olive.example,9.6E+11']
  expect(parseUsers(lines.join('\n'))).toMatchObject({ guessed: ['full_name', 'email', 'phone'] })
})
