import * as v from 'valibot'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { importInput } from '../../../contract/users/import-users.ts'
import { forgetUser } from '../../../src/lib/core/storage/forget.ts'
import { $importWords } from '../../../src/lib/files/words/import.words.yaml'
import { capabilitiesAnswered } from '../../../src/lib/sign-in/capabilities.ts'
import {
  $userImport,
  $userImportSettings,
  chooseImportOrganization,
  chooseInvitations,
  downloadTemplate,
  reasonOf,
  runWords,
  userImport,
} from '../../../src/lib/users/user-import.ts'
import { $userImportWords } from '../../../src/lib/users/words/user-import.words.yaml'
import { catchFiles } from '../../support/browser/saved-files.ts'
import { type StubbedCall, withStubbedServer } from '../../support/server/stubbed-server.ts'
import { adminLists } from '../../support/worlds/admin-lists.ts'

const server = withStubbedServer()
const call = 'POST /api/admin/users/import'
const shared = $importWords.get()
const words = $userImportWords.get()
const rows = 'email,name\na@x.example,A\nb@x.example,B'

beforeEach(() => {
  chooseImportOrganization('o1')
  server.answer({
    ...adminLists,
    'GET /api/auth/capabilities': { capabilities: ['invitations'] },
    [call]: ({ input }: StubbedCall) => ({
      rows: v
        .parse(importInput, input)
        .rows.map(({ line }) => ({ line, outcome: line === 2 ? 'new' : 'unchanged' })),
    }),
  })
})

afterEach(() => {
  forgetUser()
})

const sent = [
  { line: 2, email: 'a@x.example', full_name: 'A' },
  { line: 3, email: 'b@x.example', full_name: 'B' },
] as const

test('the choices of an import are sent with its rows, until another user signs in', async () => {
  // A server that cannot send mail is not asked to.
  await userImport.readText(rows)
  expect(server.inputs(call)).toEqual([{ dry_run: true, organization_id: 'o1', rows: sent }])
  await capabilitiesAnswered()
  await userImport.readText(rows)
  expect(server.inputs(call).at(-1)).toMatchObject({ sends_invitations: true })
  chooseInvitations(false)
  await userImport.readText(rows)
  expect(server.inputs(call).at(-1)).not.toHaveProperty('sends_invitations')
  expect($userImportSettings.get()).toEqual({ organizationId: 'o1', sendsInvitations: false })
  forgetUser()
  expect($userImportSettings.get()).toEqual({ organizationId: '', sendsInvitations: true })
})

test.each([
  ['no addresses', 'name\nA', words.noEmail],
  ['no names', 'email\na@x.example', words.noName],
  ['the same column twice', 'email,mail,name\na,b,c', shared.columnTwice({ column: 'mail' })],
  ['an open quotation mark', 'email,name\na,"b', shared.brokenQuotes({ line: '2' })],
  ['too many lines', `email,name\n${'a,b\n'.repeat(20_001)}`, words.tooManyRows],
])('a file with %s is not sent, and the reason is said', async (_, text, problem) => {
  await userImport.readText(text)
  expect($userImport.get()).toMatchObject({ status: 'choosing', problem })
  expect(server.made()).toEqual([])
})

test.each([
  ['full_name', 'Full name'],
  ['aliases[12]', 'Aliases'],
  ['of_a_newer_server', 'of_a_newer_server'],
])('a difference of %s is called %s', (field, label) => {
  expect(reasonOf({ line: 2, outcome: 'changed', keys: [], changed: [field] })).toBe(
    `Different: ${label}`,
  )
})

test('the empty table has the columns that an import reads', async () => {
  const saved = catchFiles()
  downloadTemplate()
  const files = await saved()
  expect(files).toEqual({
    'aman-users.csv':
      '\uFEFFusername,email,full_name,role,organization,department,phone,status,aliases\r\n',
  })
  await userImport.readText(
    `${files['aman-users.csv']}r,r@x.example,R,employee,O,D,1,active,s@x.example`,
  )
  expect($userImport.get()).toMatchObject({ status: 'checked', unread: [] })
})

test('the button of an import names who is imported and who is invited', async () => {
  server.answer({
    [call]: {
      rows: [
        { line: 2, outcome: 'new', invitation: 'sent' },
        { line: 3, outcome: 'changed', invitation: 'waits' },
        { line: 4, outcome: 'new' },
      ],
    },
  })
  await userImport.readText(`${rows}\nc@x.example,C`)
  expect(runWords($userImport.get().lines)).toBe('Import 3 users, invite 1')
  server.answer({ [call]: { rows: [{ line: 2, outcome: 'new' }] } })
  await userImport.readText('email,name\na@x.example,A')
  expect(runWords($userImport.get().lines)).toBe('Import 1 user')
})
