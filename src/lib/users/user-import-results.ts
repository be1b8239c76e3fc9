import { byteOrderMark, csvLine } from '../../../contract/csv.ts'
import { $userImportMessages } from '../messages/user-import.ts'
import type { UserRow } from '../user-file/parse-users.ts'
import { saveTextFile } from '../user-file/save-file.ts'
import type { ImportLine } from './import.ts'
import { writeResults } from './import-results.ts'
import { $userImport } from './user-import.ts'

export function resultsFile(lines: readonly ImportLine<UserRow>[], isOver: boolean): string {
  const { username, email } = $userImportMessages.get()
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
