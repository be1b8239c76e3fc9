import { atom, type ReadableAtom } from 'nanostores'
import { limits } from '../../../contract/core/limits.ts'
import type { FlagType } from '../../../contract/flags/flag.ts'
import { flagsSetInput, setFlagsEndpoint } from '../../../contract/flags/set-flags.ts'
import { call } from '../core/api/http.ts'
import { resetWithUser } from '../core/storage/forget.ts'
import { createImport, type ImportLine } from '../files/import.ts'
import { reasonOfRow } from '../files/import-reasons.ts'
import { writeResults } from '../files/import-results.ts'
import { saveTextFile } from '../files/save-file.ts'
import { $importWords } from '../files/words/import.words.yaml'
import { flags } from './flags.ts'
import { type FlagFileProblem, type FlagRow, parseFlags } from './parse-flags.ts'
import { $flagImportWords } from './words/flag-import.words.yaml'

const $type = resetWithUser(atom<FlagType>('red'))
/** The colour of lines that name none. */
export const $usualType: ReadableAtom<FlagType> = $type

export function chooseUsualType(type: string): void {
  $type.set(type === 'green' ? 'green' : 'red')
}

/** The server judges each row itself, so that rows of any content are sent. */
const uncheckedEndpoint = { ...setFlagsEndpoint, input: flagsSetInput }

/** The import of flags from a file. */
export const flagImport = createImport({
  parse(text) {
    const parsed = parseFlags(text, $type.get())
    return 'code' in parsed ? wordsOfFile(parsed) : parsed
  },
  async send(rows: readonly FlagRow[], dry_run) {
    const input = { dry_run, flags: rows.map((row) => ({ ...row })) }
    return (await call(uncheckedEndpoint, input)).rows
  },
  batchRows: limits.flagsAtOnce,
  reasonOf: (answer) => reasonOfRow(answer, labelOf),
  repeated: (line) => $flagImportWords.get().repeated({ line: String(line) }),
  onWritten: () => void flags.reload(),
})

export function resultsFile(lines: readonly ImportLine<FlagRow>[], isOver: boolean): string {
  const { flag_type, value } = $flagImportWords.get()
  return writeResults(lines, isOver, [flag_type, value], (row) => [row.flag_type, row.value])
}

export function downloadFlagResults(): void {
  const { lines, status } = flagImport.$import.get()
  saveTextFile('aman-flag-results.csv', resultsFile(lines, status !== 'checked'))
}

function wordsOfFile(problem: FlagFileProblem): string {
  const words = { ...$importWords.get(), ...$flagImportWords.get() }
  if ('column' in problem) return words.columnTwice({ column: problem.column })
  if ('line' in problem) return words.brokenQuotes({ line: String(problem.line) })
  return words[problem.code]
}

function labelOf(field: string): string {
  const { flag_type, value, reason, expires_at } = $flagImportWords.get()
  const labels = new Map(Object.entries({ flag_type, value, reason, expires_at }))
  return labels.get(field) ?? field
}
