import { atom, type ReadableAtom } from 'nanostores'
import { limits } from '../../../contract/core/limits.ts'
import type { FlagType } from '../../../contract/flags/flag.ts'
import { flagsSetInput, setFlagsEndpoint } from '../../../contract/flags/set-flags.ts'
import { call } from '../core/api/http.ts'
import { resetWithUser } from '../core/storage/forget.ts'
import { createImport, type ImportLine } from '../files/import.ts'
import { guessedWords, reasonOfRow, writeResults } from '../files/import-results.ts'
import { readTable, type TableProblem } from '../files/read-table.ts'
import { saveTextFile } from '../files/save-file.ts'
import { $importWords } from '../files/words/import.words.yaml'
import { flags } from './flags.ts'
import { $flagImportWords } from './words/flag-import.words.yaml'

type Column = 'flag_type' | 'value' | 'reason' | 'expires_at'

/** Names of columns in exports of Aman and in block lists of mail programs, without spaces and signs. */
const namesOf: Readonly<Record<Column, readonly string[]>> = {
  flag_type: ['type', 'flagtype', 'flag', 'colour', 'color', 'action', 'النوع'],
  value: [
    'value',
    'sender',
    'address',
    'domain',
    'email',
    'emailaddress',
    'from',
    'المرسل',
    'العنوان',
    'النطاق',
  ],
  reason: ['reason', 'note', 'notes', 'comment', 'السبب', 'ملاحظة'],
  expires_at: ['ends', 'end', 'expires', 'expiresat', 'expiry', 'until', 'تنتهي', 'ينتهي'],
}

/** Other words for the colours. */
const colours: ReadonlyMap<string, string> = new Map([
  ...[
    'trusted',
    'trust',
    'allow',
    'allowed',
    'whitelist',
    'allowlist',
    'safe',
    'خضراء',
    'أخضر',
    'موثوق',
  ].map((word) => [word, 'green'] as const),
  ...['blocked', 'block', 'deny', 'denied', 'blacklist', 'blocklist', 'حمراء', 'أحمر', 'محظور'].map(
    (word) => [word, 'red'] as const,
  ),
])

const neverEnds = ['never', 'لا تنتهي']

/** A row as it is sent; the server judges what is in it. */
export interface FlagRow {
  readonly line: number
  readonly flag_type: string
  readonly value: string
  readonly reason?: string
  readonly expires_at?: string | null
}

interface FlagFile {
  readonly rows: readonly FlagRow[]
  readonly unread: readonly string[]
  readonly guessed?: readonly (Column | undefined)[]
}

export type FlagFileProblem = TableProblem | { readonly code: 'noValue' }

/** A user cannot have more flags. */
export const mostFlagRows = 1000

/** @param usualType of rows that name none */
export function parseFlags(text: string, usualType: string): FlagFile | FlagFileProblem {
  const table = readTable(text, {
    columnOf,
    guess: guessColumns,
    problemOf,
    mostRows: mostFlagRows,
  })
  if ('code' in table) return table
  const rows = table.rows.map(({ line, cells }): FlagRow => {
    const type = cells.get('flag_type')?.toLowerCase() ?? usualType
    const reason = cells.get('reason')
    const end = cells.get('expires_at')
    return {
      line,
      flag_type: colours.get(type) ?? type,
      value: cells.get('value') ?? '',
      ...(reason === undefined ? {} : { reason }),
      ...(end === undefined
        ? {}
        : { expires_at: neverEnds.includes(end.toLowerCase()) ? null : end }),
    }
  })
  return { ...table, rows }
}

/** A list of senders, each on a line, as block lists are. */
function guessColumns(lines: readonly (readonly string[])[]): readonly Column[] | undefined {
  const isSender = ([sender = '', ...others]: readonly string[]) =>
    others.every((cell) => cell === '') && /^(?:[^\s@]+@)?[^\s@]+\.[^\s@.]+$/.test(sender)
  return lines.every(isSender) ? ['value'] : undefined
}

/** The row with other texts in some of its columns. */
export function correctFlag(row: FlagRow, texts: ReadonlyMap<string, string>): FlagRow {
  const given = [...texts].map(([name, text]) => [name, text.trim()] as const)
  return { ...row, ...Object.fromEntries(given) }
}

function problemOf(
  _: readonly string[],
  columns: readonly (Column | undefined)[],
): FlagFileProblem | undefined {
  return columns.includes('value') ? undefined : { code: 'noValue' }
}

function columnOf(heading: string): Column | undefined {
  const plain = heading
    .normalize('NFKC')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]/gu, '')
  return Object.keys(namesOf)
    .filter(isColumn)
    .find((column) => namesOf[column].includes(plain))
}

function isColumn(name: string): name is Column {
  return Object.hasOwn(namesOf, name)
}

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
    if ('code' in parsed) return wordsOfFile(parsed)
    return { ...parsed, guessed: guessedWords(parsed.guessed, labelOf) }
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
