import { expect, test } from 'vitest'
import { mostInvitees, parseInvitees } from '../../../src/lib/people/parse-invitees.ts'

const rania = { full_name: 'Rania Haddad', email: 'rania@firm.example' }

function rowsOf(text: string) {
  const parsed = parseInvitees(text)
  if ('code' in parsed) throw new Error(parsed.code)
  return parsed.rows
}

test.each([
  'Rania Haddad, rania@firm.example',
  '"Rania Haddad" <rania@firm.example>;',
  '"Rania Haddad", rania@firm.example',
  'Rania Haddad rania@firm.example',
  'rania@firm.example  Rania  Haddad',
])('reads the name and the address of %j', (text) => {
  expect(rowsOf(text)).toEqual([{ line: 1, text: expect.any(String), ...rania }])
})

test.each([
  ['"Haddad, Rania", rania@firm.example', 'Haddad, Rania'],
  ['"Haddad, Rania" <rania@firm.example>', 'Haddad, Rania'],
])('keeps the comma in the name of %j', (text, full_name) => {
  expect(rowsOf(text)).toMatchObject([{ full_name, email: rania.email }])
})

test('reads each person of an address field', () => {
  const omar = { full_name: 'Omar', email: 'omar@firm.example' }
  for (const text of [
    'Rania Haddad <rania@firm.example>; Omar <omar@firm.example>',
    'Rania Haddad <rania@firm.example>, "Omar" <omar@firm.example>',
    'Rania Haddad, rania@firm.example; Omar, omar@firm.example;',
    'Rania Haddad, rania@firm.example\n\nomar@firm.example, Omar\n',
  ]) {
    expect(rowsOf(text), text).toMatchObject([
      { line: 1, ...rania },
      { line: 2, ...omar },
    ])
  }
})

test.each([
  ['1, Rania, Haddad, rania@firm.example', 'unclear'],
  ['Rania, rania@firm.example, omar@firm.example', 'severalEmails'],
  ['Rania Haddad', 'noEmail'],
  ['rania@firm.example', 'noName'],
  ['<rania@firm.example>', 'noName'],
])('reads no person where %j could be several things', (text, fault) => {
  expect(rowsOf(text).find((row) => row.fault !== undefined)).toMatchObject({ fault })
})

test('reads a table by its columns, in any order, and names those that it leaves out', () => {
  const parsed = parseInvitees(
    'No.\tFirst\tLast\tE-mail\tDepartment\tRole\n1\tRania\tHaddad\trania@firm.example\tAccounts\tteam_lead\n2\t\t\tomar@firm.example\t\t\n3\tSami\tOdeh\t\t\t\n',
  )
  expect(parsed).toEqual({
    rows: [
      { line: 2, ...rania, department: 'Accounts' },
      { line: 3, full_name: '', email: 'omar@firm.example', fault: 'noName' },
      { line: 4, full_name: 'Sami Odeh', email: '', fault: 'noEmail' },
    ],
    unread: ['No.', 'Role'],
  })
  const arabic = 'البريد الإلكتروني,الاسم\nrania@firm.example,"حداد, رانيا"'
  expect(rowsOf(arabic)).toMatchObject([{ full_name: 'حداد, رانيا', email: rania.email }])
  expect(rowsOf(`sep=;\nName;Email\n"Haddad; Rania";${rania.email}`)).toMatchObject([
    { full_name: 'Haddad; Rania' },
  ])
})

test('says what is wrong with a table', () => {
  expect(parseInvitees('Name,Department\nRania,Accounts')).toEqual({ code: 'noEmail' })
  expect(parseInvitees('Email,Department\nrania@firm.example,x')).toEqual({ code: 'noName' })
  expect(parseInvitees('Name,Email,Password\nR,r@firm.example,x')).toMatchObject({
    code: 'passwordColumn',
  })
  expect(parseInvitees('Name,Email\n"R,r@firm.example')).toMatchObject({ code: 'brokenQuotes' })
  expect(parseInvitees(' \n')).toEqual({ code: 'empty' })
  const many = Array.from({ length: mostInvitees + 1 }, (_, index) => `P, p${index}@firm.example`)
  expect(parseInvitees(many.join('\n'))).toEqual({ code: 'tooManyRows' })
})
