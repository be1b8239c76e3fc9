import { byteOrderMark, csvLine } from '../../../contract/core/csv.ts'
import type { ImportLine } from '../files/import.ts'
import { writeResults } from '../files/import-results.ts'
import type { UserRow } from '../files/parse-users.ts'
import { saveTextFile } from '../files/save-file.ts'
import { $userImport } from './user-import.ts'
import { $userImportWords } from './words/user-import.words.yaml'

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
