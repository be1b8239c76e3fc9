import * as v from 'valibot'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { importInput } from '../../../contract/users/import-users.ts'
import { forgetUser } from '../../../src/lib/core/storage/forget.ts'
import { $importWords } from '../../../src/lib/files/words/import.words.yaml'
import { capabilitiesAnswered } from '../../../src/lib/sign-in/capabilities.ts'
import {
  $userImport,
  $userImportSettings,
  checkLines,
  chooseImportOrganization,
  chooseInvitations,
  closeImport,
  downloadTemplate,
  reasonOf,
  resultsFile,
  runWords,
  userImport,
} from '../../../src/lib/users/user-import.ts'
import { $userImportWords } from '../../../src/lib/users/words/user-import.words.yaml'
import { catchFiles } from '../../support/browser/screen-state.ts'
import { type StubbedCall, withStubbedServer } from '../../support/server/stubbed-server.ts'
import { adminLists } from '../../support/worlds/answers.ts'

const {
  readFiles: importFiles,
  readText: importText,
  run: runImport,
  stop: stopImport,
} = userImport

interface Sent {
  readonly organization_id?: string
  readonly dry_run: boolean
  readonly rows: readonly { readonly line: number; readonly email: string }[]
}

/** A server that keeps users by email. */
const users = new Set<string>()
let sent: Sent[] = []
/** Called before and after each batch is handled; may throw, as a broken connection does. */
let before: (batch: Sent) => void
let after: (batch: Sent) => void

function fileOf(count: number): string {
  const lines = Array.from({ length: count }, (_, number) => `u${number}@x.example,User ${number}`)
  return ['email,name', ...lines].join('\n')
}

const outcomes = () =>
  Object.fromEntries(
    [...Map.groupBy($userImport.get().lines, ({ outcome }) => outcome)].map(([name, lines]) => [
      name,
      lines.length,
    ]),
  )

describe('user import', () => {
  beforeEach(() => {
    users.clear()
    sent = []
    chooseImportOrganization('1')
    before = () => {}
    after = () => {}
    vi.stubGlobal('fetch', async (url: string, { body }: { body?: string }) => {
      if (!url.endsWith('/admin/users/import')) return Response.json([])
      const batch: Sent = JSON.parse(body ?? '')
      before(batch)
      sent.push(batch)
      const rows = batch.rows.map(({ line, email }) => {
        const outcome = users.has(email) ? 'unchanged' : 'new'
        if (!batch.dry_run) users.add(email)
        return { line, outcome, keys: [`address ${email.toLowerCase()}`] }
      })
      after(batch)
      return Response.json({ rows })
    })
  })

  afterEach(() => {
    closeImport()
    vi.unstubAllGlobals()
  })

  test('a dry run judges every line in batches, and finds repeated lines across them', async () => {
    users.add('u7@x.example')
    await importText(`${fileOf(150)}\nU3@x.example,Again\nshort@x.example,${'x'.repeat(30_000)}`)
    expect(sent.map(({ dry_run, rows }) => [dry_run, rows.length])).toEqual([
      [true, 100],
      [true, 51],
    ])
    expect($userImport.get().status).toBe('checked')
    expect(outcomes()).toEqual({ new: 149, unchanged: 1, conflict: 1, invalid: 1 })
    const repeated = $userImport.get().lines.find(({ outcome }) => outcome === 'conflict')
    expect(repeated).toMatchObject({
      row: { line: 152 },
      reason: 'Line 5 has the same username or address, or one that looks like it',
    })
    expect(users.size).toBe(1)
  })

  test('the import writes what is new, and no other line', async () => {
    users.add('u7@x.example')
    await importText(fileOf(150))
    await runImport()
    const run = sent.filter(({ dry_run }) => !dry_run)
    expect(run.flatMap(({ rows }) => rows)).toHaveLength(149)
    expect($userImport.get()).toMatchObject({ status: 'done', progress: { done: 149, total: 149 } })
    expect(users.size).toBe(150)
  })

  test('a stopped import goes on where it stopped', async () => {
    await importText(fileOf(300))
    after = () => stopImport()
    await runImport()
    expect($userImport.get()).toMatchObject({
      status: 'stopped',
      progress: { done: 100, total: 300 },
    })
    expect(users.size).toBe(100)
    after = () => {}
    await runImport()
    expect($userImport.get()).toMatchObject({ status: 'done', progress: { done: 300, total: 300 } })
    const lines = sent.filter(({ dry_run }) => !dry_run).flatMap(({ rows }) => rows)
    expect(new Set(lines.map(({ line }) => line)).size).toBe(lines.length)
  })

  test('lines of which none names an organization are held until one is chosen', async () => {
    chooseImportOrganization('')
    await importFiles([new File([fileOf(3)], 'users.csv')])
    expect(sent).toEqual([])
    expect($userImport.get()).toMatchObject({ status: 'choosing', problem: '' })
    expect($userImportSettings.get().held).toBeDefined()

    chooseImportOrganization('7')
    await checkLines(' ')
    expect(sent).toMatchObject([{ dry_run: true, organization_id: '7' }])
    expect(sent[0]?.rows).toHaveLength(3)
    expect($userImportSettings.get().held).toBeUndefined()
  })

  test('the file of results has a line for each line and no formula', async () => {
    await importText('email,name,username\na@b.example,A,=1+1\nA@b.example,B,b')
    after = () => stopImport()
    await runImport()
    const { lines } = $userImport.get()
    expect(resultsFile(lines, true)).toBe(
      [
        '\uFEFFLine,Username,Email,Result,Reason',
        "2,'=1+1,a@b.example,Created,",
        '3,b,A@b.example,Conflict,"Line 2 has the same username or address, or one that looks like it"',
        '',
      ].join('\r\n'),
    )
  })
})

const server = withStubbedServer()
const call = 'POST /api/admin/users/import'
const shared = $importWords.get()
const words = $userImportWords.get()
const rows = 'email,name\na@x.example,A\nb@x.example,B'

const sentUserImportWords = [
  { line: 2, email: 'a@x.example', full_name: 'A' },
  { line: 3, email: 'b@x.example', full_name: 'B' },
] as const

describe('user import words', () => {
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

  test('the choices of an import are sent with its rows, until another user signs in', async () => {
    // A server that cannot send mail is not asked to.
    await userImport.readText(rows)
    expect(server.inputs(call)).toEqual([
      { dry_run: true, organization_id: 'o1', rows: sentUserImportWords },
    ])
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
})
