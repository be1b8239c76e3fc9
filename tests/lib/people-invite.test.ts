import { expect, test } from 'vitest'
import { readLines, rejectedLines } from '../../src/lib/screens/people-invite.ts'

const rania = { full_name: 'Rania Haddad', email: 'rania@firm.example' }

test.each([
  'Rania Haddad, rania@firm.example',
  'Rania Haddad;rania@firm.example',
  'Rania Haddad\trania@firm.example\tAccounts',
  'rania@firm.example, Rania Haddad',
  'rania@firm.example\tRania Haddad\tAccounts',
  'Rania Haddad <rania@firm.example>',
  '"Rania Haddad", rania@firm.example',
  'Rania, Haddad, rania@firm.example',
  'Rania Haddad، rania@firm.example',
  'Rania Haddad rania@firm.example',
])('reads the name and the address of %j', { tags: ['A681', 'A848'] }, (text) => {
  expect(readLines(text)).toEqual([{ line: 1, text, ...rania }])
})

test('empty lines and the columns of a spreadsheet are no people', { tags: ['A681'] }, () => {
  const lines = readLines('Name\tEmail\r\n\r\nRania Haddad\trania@firm.example\r\n  \n')
  expect(lines).toMatchObject([rania])
  expect(readLines('الاسم\tالبريد\nRania Haddad\trania@firm.example')).toMatchObject([rania])
  expect(readLines(' \n')).toEqual([])
})

test('a line without a name or an address is kept as it is', { tags: ['A681'] }, () => {
  expect(readLines('Rania Haddad')).toMatchObject([{ full_name: 'Rania Haddad', email: '' }])
  expect(readLines('rania@firm.example')).toMatchObject([{ full_name: '', email: rania.email }])
  const [first, second] = readLines('Rania Haddad\nrania@firm.example').map((line) => ({
    ...line,
    reason: '',
  }))
  if (first === undefined || second === undefined) throw new Error('there are two lines')
  const results = [
    { ...first, outcome: 'rejected' },
    { ...second, outcome: 'invited' },
  ] as const
  expect(rejectedLines(results)).toBe('Rania Haddad')
})

test.each([
  ['Rania "RH" Haddad "R", rania@firm.example', 'Rania "RH" Haddad "R"'],
  ['"Rania" Haddad, rania@firm.example', '"Rania" Haddad'],
  ['" Rania Haddad ", rania@firm.example', 'Rania Haddad'],
  ['rania@firm.example  Rania  Haddad', 'Rania Haddad'],
])('reads the name of %j as %j', { tags: ['A681'] }, (text, full_name) => {
  expect(readLines(text)).toEqual([{ line: 1, text, full_name, email: rania.email }])
})

test('a first line like a heading stays where no line has an address', { tags: ['A681'] }, () => {
  expect(readLines('Name of one\nName of another')).toMatchObject([
    { full_name: 'Name of one', email: '' },
    { full_name: 'Name of another', email: '' },
  ])
})
