import { atom, type ReadableAtom } from 'nanostores'
import type { ImportOutcome } from '../../../contract/core/import-outcome.ts'
import { resetWithUser } from '../core/storage/forget.ts'
import { draftOf } from '../core/ui-state/drafts.ts'
import { failureText } from '../core/ui-state/form.ts'
import { batchesOf, isTooLong } from './import-batches.ts'
import { decodeText } from './read-table.ts'
import { $importWords } from './words/import.words.yaml'

/** A line of the file, and what became of it or would. */
export interface ImportLine<Row> {
  readonly row: Row
  readonly outcome: ImportOutcome
  /** Why, for a conflict, an invalid line and a change. */
  readonly reason: string
  /** Whether it was sent without an answer, so that it may have been written. */
  readonly wasSent: boolean
  /** Whether what became of it is certain. */
  readonly isWritten: boolean
  /** No two lines may share one. */
  readonly keys: readonly string[]
  /** The fields that are wrong. */
  readonly fields: readonly string[]
  /** The user of the line. */
  readonly id?: string | number | undefined
  /** Whether its user gets an invitation, or waits for one. */
  readonly invitation?: 'sent' | 'waits' | undefined
}

export interface Import<Row> {
  readonly status:
    | 'choosing'
    | 'reading'
    | 'checking'
    | 'checked'
    | 'running'
    | 'stopped'
    | 'broken'
    | 'done'
  readonly lines: readonly ImportLine<Row>[]
  readonly unread: readonly string[]
  /** The progress of the dry run or the import. */
  readonly progress: { readonly done: number; readonly total: number }
  /** How columns without names are read, in words. */
  readonly guessed: string
  /** Why the file was not read, or the import was interrupted. */
  readonly problem: string
  /** Whether lines were corrected, which are lost with it. */
  readonly isCorrected: boolean
}

interface RowAnswer {
  readonly line: number
  readonly outcome: ImportOutcome
  readonly keys: readonly string[]
  readonly id?: string | number | undefined
  readonly invitation?: 'sent' | 'waits' | undefined
  readonly problem?:
    | { readonly fields?: readonly { readonly field: string }[] | undefined }
    | undefined
}

interface Parsed<Row> {
  readonly rows: readonly Row[]
  readonly unread: readonly string[]
  readonly guessed?: string
}

interface ImportKind<Row extends { readonly line: number }, Answer extends RowAnswer> {
  /** @returns the rows of the text, or why it cannot be read, in words; empty where a field says it */
  readonly parse: (text: string) => Parsed<Row> | string
  /** Why a row is not sent at all, in words; empty for a row that is. */
  readonly problemOf?: (row: Row) => string
  /** Judges or writes a batch of rows. */
  readonly send: (rows: readonly Row[], isDry: boolean) => Promise<readonly Answer[]>
  readonly batchRows: number
  /** Why a line is what it is, in words; empty where there is nothing to say. */
  readonly reasonOf: (answer: Answer) => string
  /** Why a line is a conflict with an earlier one. */
  readonly repeated: (line: number) => string
  /** Called when rows have been written. */
  readonly onWritten: () => void
  /** Sends invitations to users who wait for one. @returns those to whom one was sent */
  readonly invite?: <User extends { readonly id: string | number }>(
    users: readonly User[],
  ) => Promise<readonly User[]>
}

const choosing = {
  status: 'choosing',
  lines: [],
  unread: [],
  progress: { done: 0, total: 0 },
  guessed: '',
  problem: '',
  isCorrected: false,
} as const

export const acceptedFiles = '.csv,.txt,.tsv,text/csv,text/plain,text/tab-separated-values'
export const mostFileBytes = 10_000_000

/**
 * The import of a file: judges its lines without writing, then writes what is new or changed. It goes
 * on where it stopped, because a row that was written is unchanged when it is sent again.
 */
export function createImport<Row extends { readonly line: number }, Answer extends RowAnswer>({
  parse,
  problemOf = () => '',
  send,
  batchRows,
  reasonOf,
  repeated,
  onWritten,
  invite,
}: ImportKind<Row, Answer>) {
  // An import goes on after the same user has signed in again.
  const $import = resetWithUser(atom<Import<Row>>(choosing))
  const $state: ReadableAtom<Import<Row>> = $import
  /** An answer for a file that was given up does not count. */
  let newest = 0
  /** Ends with the answer to the last batch that was sent; undefined while none is on its way. */
  let sending: Promise<unknown> | undefined

  /** Begins again; an answer that is still on its way is dropped. */
  function startOver(): void {
    newest += 1
    $import.set(choosing)
  }

  /** Reads one file and judges its lines without writing. */
  async function readFiles(files: readonly File[]): Promise<void> {
    const words = $importWords.get()
    const [file] = files
    if (file === undefined) return
    newest += 1
    const request = newest
    if (files.length > 1) return reject(words.oneFile)
    if (file.size > mostFileBytes) return reject(words.tooLarge)
    set({ status: 'reading', problem: '' })
    const bytes = await file.arrayBuffer().catch(() => undefined)
    if (request !== newest) return
    if (bytes === undefined) return reject(words.unreadable)
    await readText(decodeText(new Uint8Array(bytes)))
  }

  async function readText(text: string): Promise<void> {
    newest += 1
    const parsed = parse(text)
    if (typeof parsed === 'string') return reject(parsed)
    const { rows, unread, guessed = '' } = parsed
    set({ lines: rows.map(lineOf), unread, guessed, problem: '', isCorrected: false })
    await dryRun()
  }

  function lineOf(row: Row): ImportLine<Row> {
    const reason = isTooLong(row) ? $importWords.get().rowTooLong : problemOf(row)
    const outcome = reason === '' ? 'new' : 'invalid'
    return { row, outcome, reason, keys: [], fields: [], wasSent: false, isWritten: false }
  }

  /** Judges the lines again with another row in the place of one of them. */
  async function correct(row: Row): Promise<void> {
    newest += 1
    const lines = $import
      .get()
      .lines.map((line) => (line.row.line === row.line ? lineOf(row) : line))
    set({ lines, isCorrected: true })
    await dryRun()
  }

  function reject(problem: string): void {
    set({ status: 'choosing', lines: [], problem })
  }

  /** Judges all lines; those that share a key with an earlier one are conflicts. */
  async function dryRun(): Promise<void> {
    const { lines } = $import.get()
    const written = lines.filter(({ isWritten }) => isWritten)
    const seen = new Map(written.flatMap(({ keys, row }) => keys.map((key) => [key, row.line])))
    const sendable = lines.flatMap(({ outcome, isWritten }, index) =>
      outcome === 'invalid' || isWritten ? [] : [index],
    )
    const isOver = await sendAll('checking', sendable, true, (line, answer) => {
      const judged = { ...line, ...judgedBy(answer) }
      const first = answer.keys.map((key) => seen.get(key)).find((known) => known !== undefined)
      for (const key of answer.keys) seen.set(key, seen.get(key) ?? line.row.line)
      if (first === undefined) return judged
      return { ...judged, outcome: 'conflict', reason: repeated(first) }
    })
    if (isOver) set({ status: 'checked' })
  }

  /** Writes what is new or changed, from where it stopped. */
  async function run(): Promise<void> {
    if (sending !== undefined) {
      // No row is sent twice at a time: the batch that was on its way at the stop is answered first.
      const request = newest
      await sending
      if (request !== newest || !['stopped', 'broken'].includes($import.get().status)) return
    }
    const { lines, status } = $import.get()
    if (status === 'broken' && !lines.some(({ wasSent, isWritten }) => wasSent || isWritten)) {
      return dryRun()
    }
    const run = sendAll('running', waitingLines(lines), false, (line, answer) => {
      // Its first answer was lost, so that it finds itself written.
      const isKnown = line.wasSent && answer.outcome === 'unchanged'
      return { ...line, ...(isKnown ? { id: answer.id } : judgedBy(answer)), isWritten: true }
    })
    sending = run.finally(() => {
      sending = undefined
    })
    if (await run) set({ status: 'done' })
    onWritten()
  }

  function judgedBy(answer: Answer) {
    const { outcome, keys, id, invitation, problem } = answer
    const fields = (problem?.fields ?? []).map(({ field }) => field)
    return { outcome, reason: reasonOf(answer), keys, fields, id, invitation }
  }

  /** Sends the invitations of lines whose users wait for one. */
  async function inviteWaiting(): Promise<void> {
    const sent = (await invite?.(awaitedUsers($import.get().lines))) ?? []
    update(
      sent.map(({ at }) => at),
      (line) => ({ ...line, invitation: 'sent' }),
    )
    onWritten()
  }

  /** The batch that is on its way is completed; nothing is lost of a check that is given up. */
  function stop(): void {
    const { status } = $import.get()
    if (status === 'running') set({ status: 'stopped' })
    else if (status === 'checking') startOver()
  }

  /** @returns whether all of them were sent */
  async function sendAll(
    status: 'checking' | 'running',
    indexes: readonly number[],
    isDry: boolean,
    judge: (line: ImportLine<Row>, answer: Answer) => ImportLine<Row>,
  ): Promise<boolean> {
    const before = $import.get().lines
    const already = isDry ? 0 : before.filter(({ isWritten }) => isWritten).length
    const total = already + indexes.length
    set({ status, problem: '', progress: { done: already, total } })
    const request = newest
    const rows = indexes.flatMap((index) => before[index]?.row ?? [])
    let sent = 0
    for (const batch of batchesOf(rows, batchRows)) {
      const places = indexes.slice(sent, sent + batch.length)
      if (!isDry) update(places, (line) => ({ ...line, wasSent: true }))
      const answers = await sendBatch(batch, isDry)
      if (request !== newest) return false
      if (typeof answers === 'string') {
        set({ status: 'broken', problem: answers })
        return false
      }
      const byLine = new Map(answers.map((answer) => [answer.line, answer]))
      update(places, (line, index) => {
        const answer = byLine.get(line.row.line)
        // Judged as it was before this run sent it.
        return answer === undefined ? line : judge(before[index] ?? line, answer)
      })
      sent += batch.length
      set({ progress: { done: already + sent, total } })
      // Stopped, unless this was the last batch.
      if ($import.get().status !== status && sent < rows.length) return false
    }
    return true
  }

  /** @returns the answers, or why there are none */
  async function sendBatch(
    rows: readonly Row[],
    isDry: boolean,
  ): Promise<readonly Answer[] | string> {
    try {
      return await send(rows, isDry)
    } catch (error) {
      return await failureText(error)
    }
  }

  function update(
    places: readonly number[],
    change: (line: ImportLine<Row>, index: number) => ImportLine<Row>,
  ): void {
    const wanted = new Set(places)
    const { lines } = $import.get()
    set({ lines: lines.map((line, index) => (wanted.has(index) ? change(line, index) : line)) })
  }

  function set(change: Partial<Import<Row>>): void {
    $import.set({ ...$import.get(), ...change })
  }

  return { $import: $state, startOver, readFiles, readText, correct, run, stop, inviteWaiting }
}

/** The users of lines who have not come and got no invitation by this import, with the places of their lines. */
export function awaitedUsers(lines: readonly ImportLine<unknown>[]) {
  return lines.flatMap(({ id, invitation }, at) =>
    invitation === 'waits' && id !== undefined ? [{ id, at }] : [],
  )
}

/** How many invitations were sent for lines. */
export function countInvited(lines: readonly ImportLine<unknown>[]): number {
  return lines.filter(({ invitation }) => invitation === 'sent').length
}

/** The places of the lines that an import writes, or has yet to write. */
export function waitingLines(lines: readonly ImportLine<unknown>[]): number[] {
  return lines.flatMap(({ outcome, isWritten }, index) =>
    !isWritten && (outcome === 'new' || outcome === 'changed') ? [index] : [],
  )
}

/** Whether closing the import loses what a user has typed, or an import that is not over. */
export function hasUnsaved(
  { status, isCorrected, lines }: Import<unknown>,
  draft: string,
): boolean {
  if (draftOf(draft)?.fields.lines) return true
  if (status === 'checked') return isCorrected
  const isOver = status === 'choosing' || status === 'reading' || status === 'done'
  return !isOver && lines.some(({ wasSent, isWritten }) => wasSent || isWritten)
}
