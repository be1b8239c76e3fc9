import { atom, type ReadableAtom } from 'nanostores'
import { byteOrderMark, csvLine } from '../../../contract/core/csv.ts'
import type { OutputOf } from '../../../contract/core/endpoint.ts'
import { limits } from '../../../contract/core/limits.ts'
import { inviteInput, inviteOwnUsersEndpoint } from '../../../contract/users/invite-own-users.ts'
import { call } from '../core/api/http.ts'
import { resetWithUser } from '../core/storage/forget.ts'
import { createImport, type ImportLine } from '../files/import.ts'
import { reasonOfRow } from '../files/import-reasons.ts'
import { writeResults } from '../files/import-results.ts'
import type { FileProblem } from '../files/parse-users.ts'
import { saveTextFile } from '../files/save-file.ts'
import { $importWords } from '../files/words/import.words.yaml'
import { type InviteeRow, mostInvitees, parseInvitees } from './parse-invitees.ts'
import { people } from './people.ts'
import { $peopleInviteWords } from './words/people-invite.words.yaml'

type Answer = OutputOf<typeof inviteOwnUsersEndpoint>['rows'][number]

type WaitingUsers = ReadonlyMap<number, NonNullable<Answer['id']>>

const $waiting = resetWithUser(atom<WaitingUsers>(new Map()))
/** The users that lines found, and who have not come yet, by line: an invitation can be sent again. */
export const $waitingUsers: ReadableAtom<WaitingUsers> = $waiting

/** The server judges each row itself, so that rows of any content are sent. */
const uncheckedEndpoint = { ...inviteOwnUsersEndpoint, input: inviteInput }

const outcomes = { invited: 'new', exists: 'unchanged', rejected: 'invalid' } as const

/** Invites the people of a file or of pasted lines, after a dry run. */
export const peopleInvite = createImport({
  parse(text) {
    $waiting.set(new Map())
    const parsed = parseInvitees(text)
    return 'code' in parsed ? wordsOfFile(parsed) : parsed
  },
  problemOf: ({ fault }: InviteeRow) =>
    fault === undefined ? '' : $peopleInviteWords.get()[fault],
  async send(rows: readonly InviteeRow[], dry_run) {
    const given = rows.map(({ line, email, full_name, department }) => {
      return { line, email, full_name, ...(department === undefined ? {} : { department }) }
    })
    const answer = await call(uncheckedEndpoint, { dry_run, rows: given })
    const waiting = answer.rows.flatMap(({ line, id, may_be_invited }) =>
      may_be_invited === true && id !== undefined ? [[line, id] as const] : [],
    )
    $waiting.set(new Map([...$waiting.get(), ...waiting]))
    return answer.rows.map((row) => {
      const { line } = row
      const email = given.find((each) => each.line === line)?.email ?? ''
      return { ...row, answered: row.outcome, outcome: outcomes[row.outcome], keys: [keyOf(email)] }
    })
  },
  batchRows: limits.invitedRows,
  reasonOf({ answered, may_be_invited, problem }) {
    const words = $peopleInviteWords.get()
    if (answered === 'exists') return may_be_invited === true ? words.waits : words.exists
    return reasonOfRow({ problem }, labelOf)
  },
  repeated: (line) => $peopleInviteWords.get().repeated({ line: String(line) }),
  onWritten: () => void people.reload(),
})

function keyOf(email: string): string {
  return email.trim().toLowerCase()
}

function labelOf(field: string): string {
  const { email, full_name, department } = $peopleInviteWords.get()
  const labels: ReadonlyMap<string, string> = new Map(
    Object.entries({ email, full_name, department }),
  )
  return labels.get(field) ?? field
}

function wordsOfFile(problem: FileProblem): string {
  const { empty, noEmailColumn, noNameColumn, tooMany, passwordColumn } = $peopleInviteWords.get()
  const words = $importWords.get()
  switch (problem.code) {
    case 'empty':
      return empty
    case 'noEmail':
      return noEmailColumn
    case 'noName':
      return noNameColumn
    case 'tooManyRows':
      return tooMany({ max: mostInvitees })
    case 'passwordColumn':
      return passwordColumn({ column: problem.column })
    case 'columnTwice':
      return words.columnTwice({ column: problem.column })
    case 'brokenQuotes':
      return words.brokenQuotes({ line: String(problem.line) })
  }
}

/** The people of lines that were refused, as text to correct: as pasted, or else as a table. */
export function linesToCorrect(lines: readonly ImportLine<InviteeRow>[]): string {
  const refused = lines.flatMap(({ row, outcome }) =>
    outcome === 'invalid' || outcome === 'conflict' ? [row] : [],
  )
  if (refused.length === 0) return ''
  if (refused.every(({ text }) => text !== undefined)) {
    return refused.map(({ text }) => text).join('\n')
  }
  const rows = refused.map(({ full_name, email, department = '' }) =>
    csvLine([full_name, email, department]),
  )
  return [csvLine(['name', 'email', 'department']), ...rows].join('').trimEnd()
}

export function downloadInviteResults(): void {
  const { lines, status } = peopleInvite.$import.get()
  const { full_name, email } = $peopleInviteWords.get()
  const file = writeResults(lines, status !== 'checked', [full_name, email], (row) => [
    row.full_name || (row.text ?? ''),
    row.email,
  ])
  saveTextFile('aman-invitations.csv', file)
}

/** The columns that are read, for a first file. */
export function downloadInviteTemplate(): void {
  saveTextFile('aman-people.csv', byteOrderMark + csvLine(['name', 'email', 'department']))
}
