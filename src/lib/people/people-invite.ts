import { byteOrderMark, csvLine } from '../../../contract/core/csv.ts'
import { limits } from '../../../contract/core/limits.ts'
import { inviteInput, inviteOwnUsersEndpoint } from '../../../contract/users/invite-own-users.ts'
import {
  sendOwnInvitationEndpoint,
  withdrawOwnInvitationEndpoint,
} from '../../../contract/users/own-invitations.ts'
import { call } from '../core/api/http.ts'
import { changeEach } from '../core/ui-state/change.ts'
import { confirm } from '../core/ui-state/dialogs.ts'
import { createImport, type ImportLine } from '../files/import.ts'
import { reasonOfRow, writeResults } from '../files/import-results.ts'
import type { FileProblem } from '../files/parse-users.ts'
import { saveTextFile } from '../files/save-file.ts'
import { $importWords } from '../files/words/import.words.yaml'
import { invitationNotices, sendInvitations } from '../sign-in/send-invitations.ts'
import { $sendInvitationsWords } from '../sign-in/words/send-invitations.words.yaml'
import { type InviteeRow, mostInvitees, parseInvitees } from './parse-invitees.ts'
import { type OwnUser, people, peopleSelection } from './people.ts'
import { $peopleInviteWords } from './words/people-invite.words.yaml'

/** The server judges each row itself, so that rows of any content are sent. */
const uncheckedEndpoint = { ...inviteOwnUsersEndpoint, input: inviteInput }

const outcomes = { invited: 'new', exists: 'unchanged', rejected: 'invalid' } as const

/** Invites the people of a file or of pasted lines, after a dry run. */
export const peopleInvite = createImport({
  parse(text) {
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
    return answer.rows.map((row) => {
      const { line } = row
      const email = given.find((each) => each.line === line)?.email ?? ''
      const outcome = outcomes[row.outcome]
      const invitation = row.may_be_invited === true ? 'waits' : undefined
      return {
        ...{ ...row, answered: row.outcome, outcome, keys: [keyOf(email)] },
        invitation: outcome === 'new' ? 'sent' : invitation,
      } as const
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
  invite: (users) => sendInvitations(users, ({ id }) => call(sendOwnInvitationEndpoint, { id })),
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

export async function inviteAgain(chosen: readonly OwnUser[]): Promise<void> {
  const sent = await sendInvitations(chosen, ({ id }) => call(sendOwnInvitationEndpoint, { id }))
  await endSelection(chosen, sent)
}

/** Withdraws those that there are, after a question. */
export async function withdrawInvitations(chosen: readonly OwnUser[]): Promise<void> {
  const words = $peopleInviteWords.get()
  const open = chosen.filter(({ invitation_expires_at }) => Boolean(invitation_expires_at))
  const question = { text: words.withdrawQuestion(open.length), action: words.withdraw }
  if (open.length > 0 && !(await confirm(question))) return
  const withdrawn = await changeEach(
    invitationNotices,
    {
      running: words.withdrawing,
      done: words.withdrawn,
      failed: $sendInvitationsWords.get().failed,
    },
    open,
    ({ id }) => call(withdrawOwnInvitationEndpoint, { id }),
  )
  await endSelection(open, withdrawn)
}

/** Those who are left stay chosen. */
async function endSelection(chosen: readonly OwnUser[], done: readonly OwnUser[]): Promise<void> {
  if (done.length === chosen.length) peopleSelection.end()
  else peopleSelection.choose(chosen.slice(done.length).map(({ id }) => id))
  await people.reload()
}
