import { atom, computed, type ReadableAtom } from 'nanostores'
import { byteOrderMark, csvLine } from '../../../contract/core/csv.ts'
import type { OutputOf } from '../../../contract/core/endpoint.ts'
import { limits } from '../../../contract/core/limits.ts'
import { sendInvitationEndpoint } from '../../../contract/users/admin-invitations.ts'
import { importInput, importUsersEndpoint } from '../../../contract/users/import-users.ts'
import { adminDashboard } from '../admin/admin.ts'
import { call } from '../core/api/http.ts'
import { listComma } from '../core/format/list.ts'
import { resetWithUser } from '../core/storage/forget.ts'
import { dropDraft } from '../core/ui-state/drafts.ts'
import { countInvited, createImport, type ImportLine, waitingLines } from '../files/import.ts'
import { guessedWords, reasonOfRow, writeResults } from '../files/import-results.ts'
import { type FileProblem, parseUsers, type UserRow } from '../files/parse-users.ts'
import { saveTextFile } from '../files/save-file.ts'
import { $importWords } from '../files/words/import.words.yaml'
import { $capabilities } from '../sign-in/capabilities.ts'
import { callConfirmed } from '../sign-in/confirmation.ts'
import { sendInvitations } from '../sign-in/send-invitations.ts'
import { $userImportWords } from './words/user-import.words.yaml'

type Answer = OutputOf<typeof importUsersEndpoint>['rows'][number]

export function reasonOf(answer: Answer): string {
  return reasonOfRow(answer, labelOf)
}

export function labelOf(field: string): string {
  const words = $userImportWords.get()
  const { username, email, full_name, role, department, phone, is_active, aliases } = words
  const labels: ReadonlyMap<string, string> = new Map(
    Object.entries({ username, email, full_name, role, department, phone, is_active, aliases }),
  )
  const name = field.replace(/\[\d+\]$/, '')
  return name === 'organization' ? words.organizationField : (labels.get(name) ?? name)
}

interface UserImportSettings {
  /** The organization of lines that name none; empty for no organization. */
  readonly organizationId: string
  /** New users get a mail to choose a password, where the server sends mail. */
  readonly sendsInvitations: boolean
  /** Lines of which none names an organization, held until one is chosen. */
  readonly held?: { readonly text: string } | undefined
}

const $settings = resetWithUser(
  atom<UserImportSettings>({ organizationId: '', sendsInvitations: true }),
)
export const $userImportSettings: ReadableAtom<UserImportSettings> = $settings

/** The name of the draft of lines to import. */
export const userImportDraft = 'user-import'

/** Whether new users get an invitation. */
const $sendsInvitations = computed(
  [$settings, $capabilities],
  ({ sendsInvitations }, can) => sendsInvitations && can.has('invitations'),
)

/** The server judges each row itself, so that rows of any content are sent. */
const uncheckedEndpoint = { ...importUsersEndpoint, input: importInput }

/** The import of users from a file. */
export const userImport = createImport({
  parse(text) {
    const parsed = parseUsers(text)
    hold(undefined)
    if ('code' in parsed) return wordsOfFile(parsed)
    const isNamed = parsed.rows.some(({ organization }) => organization !== undefined)
    if (isNamed || $settings.get().organizationId !== '') {
      return { ...parsed, guessed: guessedWords(parsed.guessed, labelOf) }
    }
    hold({ text })
    // The field says it.
    return ''
  },
  async send(rows: readonly UserRow[], dry_run) {
    const { organizationId } = $settings.get()
    const input = {
      dry_run,
      ...(organizationId === '' ? {} : { organization_id: organizationId }),
      ...($sendsInvitations.get() ? { sends_invitations: true } : {}),
      rows: rows.map((row) => ({ ...row })),
    }
    return (await callConfirmed(uncheckedEndpoint, input)).rows
  },
  batchRows: limits.importedRows,
  reasonOf,
  repeated: (line) => $userImportWords.get().repeated({ line: String(line) }),
  onWritten: () => void adminDashboard.reload(),
  invite: (users) => sendInvitations(users, ({ id }) => call(sendInvitationEndpoint, { id })),
})

export const $userImport = userImport.$import

/** Whether a dialog shows an import that is not over. */
export const $isImporting = computed($userImport, ({ status }) => status !== 'choosing')

export function chooseImportOrganization(organizationId: string): void {
  $settings.set({ ...$settings.get(), organizationId })
}

/** Checks the lines of the form, or those of a file that was held, in place of none. */
export function checkLines(text: string): Promise<void> {
  const { held } = $settings.get()
  return userImport.readText(text.trim() === '' && held !== undefined ? held.text : text)
}

export function closeImport(): void {
  dropDraft(userImportDraft)
  userImport.startOver()
  hold(undefined)
}

function hold(held: UserImportSettings['held']): void {
  $settings.set({ ...$settings.get(), held })
}

export function chooseInvitations(sendsInvitations: boolean): void {
  $settings.set({ ...$settings.get(), sendsInvitations })
}

function wordsOfFile(problem: FileProblem): string {
  const words = { ...$importWords.get(), ...$userImportWords.get() }
  if ('column' in problem) return words[problem.code]({ column: problem.column })
  if ('line' in problem) return words.brokenQuotes({ line: String(problem.line) })
  return words[problem.code]
}

/** The label of the import's button: how many users are written, and how many are invited. */
export function runWords(lines: readonly ImportLine<UserRow>[]): string {
  const { run, alsoInvite } = $userImportWords.get()
  const places = waitingLines(lines)
  const invited = countInvited(places.flatMap((at) => lines[at] ?? []))
  const all = [run(places.length), ...(invited > 0 ? [alsoInvite(invited)] : [])]
  return all.join(listComma())
}

export function resultsFile(lines: readonly ImportLine<UserRow>[], isOver: boolean): string {
  const { username, email } = $userImportWords.get()
  return writeResults(lines, isOver, [username, email], (row) => [
    row.username ?? row.email,
    row.email,
  ])
}

export function downloadResults(): void {
  const { lines, status } = $userImport.get()
  saveTextFile('aman-import-results.csv', resultsFile(lines, status !== 'checked'))
}

/** The columns that an import reads, for a first file. */
export function downloadTemplate(): void {
  const columns = [
    ...['username', 'email', 'full_name', 'role', 'organization', 'department', 'phone'],
    ...['status', 'aliases'],
  ]
  saveTextFile('aman-users.csv', byteOrderMark + csvLine(columns))
}
