import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import {
  $userImport,
  $userImportSettings,
  checkLines,
  chooseImportOrganization,
  closeImport,
  resultsFile,
  userImport,
} from '../../../src/lib/users/user-import.ts'

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
