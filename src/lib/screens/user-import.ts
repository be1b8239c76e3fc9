import { atom, computed, type ReadableAtom } from 'nanostores'
import type { OutputOf } from '../../../contract/endpoint.ts'
import {
  adminUsersImportEndpoint,
  importInput,
} from '../../../contract/endpoints/admin-users-import.ts'
import type { ImportOutcome } from '../../../contract/fields/import-outcome.ts'
import { limits } from '../../../contract/limits.ts'
import { call } from '../api/http.ts'
import { $userImportMessages } from '../messages/user-import.ts'
import { resetWithUser } from '../session/forget.ts'
import { describeFailure } from '../ui-state/form.ts'
import { decodeText } from '../user-file/decode.ts'
import { type FileProblem, parseUsers, type UserRow } from '../user-file/parse-users.ts'
import { adminDashboard } from './admin.ts'
import { batchesOf, isTooLong } from './user-import-batches.ts'
import { reasonOf } from './user-import-reasons.ts'

/** A line of the file, and what became of it or would. */
export interface ImportLine {
  readonly row: UserRow
  readonly outcome: ImportOutcome
  /** Why, for a conflict, an invalid line and a change. */
  readonly reason: string
  /** Whether it was sent without an answer, so that it may have been written. */
  readonly wasSent: boolean
  /** Whether what became of it is certain. */
  readonly isWritten: boolean
}

export interface UserImport {
  readonly status:
    | 'choosing'
    | 'reading'
    | 'checking'
    | 'checked'
    | 'running'
    | 'stopped'
    | 'broken'
    | 'done'
  readonly lines: readonly ImportLine[]
  readonly unread: readonly string[]
  /** The organization of lines that name none; empty for no organization. */
  readonly organizationId: string
  /** New users get a mail to choose a password. */
  readonly sendsInvitations: boolean
  /** Of the dry run or the import. */
  readonly progress: { readonly done: number; readonly total: number }
  /** Why the file was not read, or the import was interrupted. */
  readonly problem: string
}

const choosing: UserImport = {
  status: 'choosing',
  lines: [],
  unread: [],
  organizationId: '',
  sendsInvitations: false,
  progress: { done: 0, total: 0 },
  problem: '',
}

// An import goes on after the same user has signed in again.
const $import = resetWithUser(atom<UserImport>(choosing))
export const $userImport: ReadableAtom<UserImport> = $import

/** Whether a dialog shows an import that is not over. */
export const $isImporting = computed($import, ({ status }) => status !== 'choosing')

export const acceptedFiles = '.csv,.txt,.tsv,text/csv,text/plain,text/tab-separated-values'
export const mostFileBytes = 10_000_000

/** An answer for a file that was given up does not count. */
let newest = 0

/** Begins again; an answer that is still on its way is dropped. */
export function startImportOver(): void {
  newest += 1
  const { organizationId, sendsInvitations } = $import.get()
  $import.set({ ...choosing, organizationId, sendsInvitations })
}

export function chooseImportOrganization(organizationId: string): void {
  $import.set({ ...$import.get(), organizationId })
}

export function chooseInvitations(sendsInvitations: boolean): void {
  set({ sendsInvitations })
}

/** Reads one file and judges its lines without writing. */
export async function importFiles(files: readonly File[]): Promise<void> {
  const messages = $userImportMessages.get()
  const [file] = files
  if (file === undefined) return
  newest += 1
  const request = newest
  if (files.length > 1) return reject(messages.oneFile)
  if (file.size > mostFileBytes) return reject(messages.tooLarge)
  set({ status: 'reading', problem: '' })
  const bytes = await file.arrayBuffer().catch(() => undefined)
  if (request !== newest) return
  if (bytes === undefined) return reject(messages.unreadable)
  await importText(decodeText(new Uint8Array(bytes)))
}

export async function importText(text: string): Promise<void> {
  newest += 1
  const parsed = parseUsers(text)
  if ('code' in parsed) return reject(wordsOfFile(parsed))
  const { rowTooLong } = $userImportMessages.get()
  const lines = parsed.rows.map((row): ImportLine => {
    const isLong = isTooLong(row)
    const outcome = isLong ? 'invalid' : 'new'
    return { row, outcome, reason: isLong ? rowTooLong : '', wasSent: false, isWritten: false }
  })
  set({ lines, unread: parsed.unread, problem: '' })
  await dryRun()
}

function reject(problem: string): void {
  set({ status: 'choosing', lines: [], problem })
}

function wordsOfFile(problem: FileProblem): string {
  const messages = $userImportMessages.get()
  if ('column' in problem) return messages[problem.code]({ column: problem.column })
  if ('line' in problem) return messages.brokenQuotes({ line: String(problem.line) })
  return messages[problem.code]
}

/** Judges all lines; those that share a name or an address with an earlier one are conflicts. */
async function dryRun(): Promise<void> {
  const { lines } = $import.get()
  const seen = new Map<string, number>()
  const sendable = lines.flatMap((line, index) => (line.outcome === 'invalid' ? [] : [index]))
  const isOver = await sendAll('checking', sendable, true, (line, answer) => {
    const judged = { ...line, outcome: answer.outcome, reason: reasonOf(answer) }
    const first = answer.keys.map((key) => seen.get(key)).find((known) => known !== undefined)
    for (const key of answer.keys) seen.set(key, seen.get(key) ?? line.row.line)
    if (first === undefined) return judged
    const { repeated } = $userImportMessages.get()
    return { ...judged, outcome: 'conflict', reason: repeated({ line: String(first) }) }
  })
  if (isOver) set({ status: 'checked' })
}

/** Writes what is new or changed, from where it stopped. */
export async function runImport(): Promise<void> {
  const { lines, status } = $import.get()
  if (status === 'broken' && !lines.some(({ wasSent, isWritten }) => wasSent || isWritten)) {
    return dryRun()
  }
  const isOver = await sendAll('running', waitingLines(lines), false, (line, answer) => {
    // Its first answer was lost, so that it finds itself written.
    const isKnown = line.wasSent && answer.outcome === 'unchanged'
    const outcome = isKnown ? line.outcome : answer.outcome
    return { ...line, outcome, reason: isKnown ? line.reason : reasonOf(answer), isWritten: true }
  })
  if (isOver) set({ status: 'done' })
  void adminDashboard.reload()
}

/** The batch that is on its way is completed. */
export function stopImport(): void {
  if ($import.get().status === 'running') set({ status: 'stopped' })
}

export function waitingLines(lines: readonly ImportLine[]): number[] {
  return lines.flatMap(({ outcome, isWritten }, index) =>
    !isWritten && (outcome === 'new' || outcome === 'changed') ? [index] : [],
  )
}

/** The server judges each row itself, so that rows of any content are sent. */
const uncheckedEndpoint = { ...adminUsersImportEndpoint, input: importInput }

type Answer = OutputOf<typeof adminUsersImportEndpoint>['rows'][number]

/** @returns whether all of them were sent */
async function sendAll(
  status: 'checking' | 'running',
  indexes: readonly number[],
  isDry: boolean,
  judge: (line: ImportLine, answer: Answer) => ImportLine,
): Promise<boolean> {
  const before = $import.get().lines
  const already = isDry ? 0 : before.filter(({ isWritten }) => isWritten).length
  const total = already + indexes.length
  set({ status, problem: '', progress: { done: already, total } })
  const request = newest
  const rows = indexes.flatMap((index) => before[index]?.row ?? [])
  let sent = 0
  for (const batch of batchesOf(rows, limits.importedRows)) {
    const places = indexes.slice(sent, sent + batch.length)
    if (!isDry) update(places, (line) => ({ ...line, wasSent: true }))
    const answers = await send(batch, isDry)
    if (request !== newest) return false
    if (typeof answers === 'string') {
      set({ status: 'broken', problem: answers })
      return false
    }
    const byLine = new Map(answers.map((answer) => [answer.line, answer]))
    update(places, (line) => {
      const answer = byLine.get(line.row.line)
      return answer === undefined ? line : judge(line, answer)
    })
    sent += batch.length
    set({ progress: { done: already + sent, total } })
    // Stopped, unless this was the last batch.
    if ($import.get().status !== status && sent < rows.length) return false
  }
  return true
}

/** @returns the answers, or why there are none */
async function send(
  rows: readonly UserRow[],
  dry_run: boolean,
): Promise<readonly Answer[] | string> {
  const { organizationId, sendsInvitations } = $import.get()
  const organization = organizationId === '' ? {} : { organization_id: organizationId }
  try {
    const invitations = sendsInvitations ? { sends_invitations: true } : {}
    const input = {
      dry_run,
      ...organization,
      ...invitations,
      rows: rows.map((row) => ({ ...row })),
    }
    return (await call(uncheckedEndpoint, input)).rows
  } catch (error) {
    const fallback = $userImportMessages.get().failed
    return (await describeFailure(error, { order: ['detail'], fallback })).text
  }
}

function update(places: readonly number[], change: (line: ImportLine) => ImportLine): void {
  const wanted = new Set(places)
  const { lines } = $import.get()
  set({ lines: lines.map((line, index) => (wanted.has(index) ? change(line) : line)) })
}

function set(change: Partial<UserImport>): void {
  $import.set({ ...$import.get(), ...change })
}
