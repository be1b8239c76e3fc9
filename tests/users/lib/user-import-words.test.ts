import * as v from 'valibot'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { importInput } from '../../../contract/users/import-users.ts'
import { forgetUser } from '../../../src/lib/core/storage/forget.ts'
import { $importWords } from '../../../src/lib/files/words/import.words.yaml'
import {
  $isImporting,
  $userImport,
  $userImportSettings,
  chooseImportOrganization,
  chooseInvitations,
  userImport,
} from '../../../src/lib/users/user-import.ts'
import { reasonOf } from '../../../src/lib/users/user-import-reasons.ts'
import { downloadResults, downloadTemplate } from '../../../src/lib/users/user-import-results.ts'
import { $userImportWords } from '../../../src/lib/users/words/user-import.words.yaml'
import { catchFiles } from '../../support/browser/saved-files.ts'
import {
  breakConnection,
  type StubbedCall,
  withStubbedServer,
} from '../../support/server/stubbed-server.ts'
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

test('without choices an import sends its rows alone', async () => {
  chooseImportOrganization('')
  await userImport.readText('email,name,organization\na@x.example,A,Cedar Clinic')
  const [{ line, email, full_name }] = sent
  const row = { line, email, full_name, organization: 'Cedar Clinic' }
  expect(server.made()).toEqual([[call, { dry_run: true, rows: [row] }]])
})

test('the choices of an import are sent with its rows, until another user signs in', async () => {
  chooseInvitations(true)
  await userImport.readText(rows)
  expect(server.made()).toEqual([
    [call, { dry_run: true, organization_id: 'o1', sends_invitations: true, rows: sent }],
  ])
  chooseInvitations(false)
  expect($userImportSettings.get()).toEqual({ organizationId: 'o1', sendsInvitations: false })
  forgetUser()
  expect($userImportSettings.get()).toEqual({ organizationId: '', sendsInvitations: false })
})

test('an import that has written loads the list of users', async () => {
  await userImport.readText(rows)
  expect(server.inputs('GET /api/admin/users')).toEqual([])
  await userImport.run()
  expect(server.inputs('GET /api/admin/users')).not.toEqual([])
  expect($userImport.get().status).toBe('done')
})

test('an import is under way from its file until it is given up', async () => {
  expect($isImporting.get()).toBe(false)
  const reading = userImport.readText(rows)
  expect($isImporting.get()).toBe(true)
  await reading
  userImport.startOver()
  expect($isImporting.get()).toBe(false)
})

test.each([
  ['no lines', '', shared.empty],
  ['no addresses', 'name\nA', words.noEmail],
  ['no names', 'email\na@x.example', words.noName],
  ['the same column twice', 'email,mail,name\na,b,c', shared.columnTwice({ column: 'mail' })],
  ['passwords', 'email,name,password\na,b,c', words.passwordColumn({ column: 'password' })],
  ['an open quotation mark', 'email,name\na,"b', shared.brokenQuotes({ line: '2' })],
  ['too many lines', `email,name\n${'a,b\n'.repeat(20_001)}`, words.tooManyRows],
])('a file with %s is not sent, and the reason is said', async (_, text, problem) => {
  await userImport.readText(text)
  expect($userImport.get()).toMatchObject({ status: 'choosing', problem })
  expect(server.made()).toEqual([])
})

test.each([
  ['username', 'Username'],
  ['email', 'Email'],
  ['full_name', 'Full name'],
  ['role', 'Role'],
  ['organization', 'Organization'],
  ['department', 'Department'],
  ['phone', 'Phone'],
  ['is_active', 'Status'],
  ['aliases', 'Aliases'],
  ['aliases[12]', 'Aliases'],
  ['of_a_newer_server', 'of_a_newer_server'],
  ['aliases[2].part', 'aliases[2].part'],
])('a difference of %s is called %s', (field, label) => {
  expect(reasonOf({ line: 2, outcome: 'changed', keys: [], changed: [field] })).toBe(
    `Different: ${label}`,
  )
})

test('results are saved with what would happen, and then with what happened', async () => {
  const saved = catchFiles()
  await userImport.readText(rows)
  downloadResults()
  const head = '\uFEFFLine,Username,Email,Result,Reason\r\n'
  const known = '3,b@x.example,b@x.example,Unchanged,\r\n'
  expect(await saved()).toEqual({
    'aman-import-results.csv': `${head}2,a@x.example,a@x.example,New,\r\n${known}`,
  })
  await userImport.run()
  downloadResults()
  expect(await saved()).toEqual({
    'aman-import-results.csv': `${head}2,a@x.example,a@x.example,Created,\r\n${known}`,
  })
})

test('results of an interrupted import name the lines that are not written', async () => {
  await userImport.readText(rows)
  server.answer({ [call]: breakConnection })
  await userImport.run()
  const saved = catchFiles()
  downloadResults()
  expect((await saved())['aman-import-results.csv']).toContain('a@x.example,Not yet imported,')
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
