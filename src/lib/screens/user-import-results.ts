import { byteOrderMark, csvLine } from '../../../contract/csv.ts'
import { $userImportMessages } from '../messages/user-import.ts'
import { saveTextFile } from '../user-file/save-file.ts'
import { $userImport, type ImportLine } from './user-import.ts'

/** What a line says of itself: after the import, what happened, and before it, what would. */
export function outcomeWords({ outcome, isWritten }: ImportLine, isOver: boolean): string {
  const messages = $userImportMessages.get()
  if (outcome === 'new' && isWritten) return messages.created
  const isWaiting = (outcome === 'new' || outcome === 'changed') && !isWritten
  return isOver && isWaiting ? messages.notWritten : messages[outcome]
}

/** One line for each line of the file, safe to open in a spreadsheet. */
export function resultsFile(lines: readonly ImportLine[], isOver: boolean): string {
  const messages = $userImportMessages.get()
  const head = [messages.line, messages.username, messages.email, messages.outcome, messages.reason]
  return [
    byteOrderMark,
    csvLine(head),
    ...lines.map((line) => {
      const { row, reason } = line
      const { username = row.email, email } = row
      return csvLine([String(row.line), username, email, outcomeWords(line, isOver), reason])
    }),
  ].join('')
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
