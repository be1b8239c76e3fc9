import { byteOrderMark, csvLine } from '../../../contract/core/csv.ts'
import { errorOfRow, type RowProblem } from '../core/api/errors.ts'
import { listComma } from '../core/format/list.ts'
import { describeError, fieldWords } from '../core/ui-state/error-words.ts'
import { awaitedUsers, countInvited, type ImportLine } from './import.ts'
import { $importWords } from './words/import.words.yaml'

interface JudgedRow {
  readonly changed?: readonly string[] | undefined
  readonly problem?: RowProblem | undefined
}

/** Why a line is what it is, in words; empty where there is nothing to say. */
export function reasonOfRow(
  { problem, changed }: JudgedRow,
  labelOf: (field: string) => string,
): string {
  if (problem === undefined) {
    const fields = (changed ?? []).map(labelOf).join(listComma())
    return fields === '' ? '' : $importWords.get().differs({ fields })
  }
  const { detail, code, fields = [] } = problem
  if (code === 'invalid_input' && fields.length > 0) {
    return fields.map((named) => `${labelOf(named.field)}: ${fieldWords(named)}`).join(' ')
  }
  return describeError(errorOfRow(problem), { fallback: detail }).text
}

/** The outcome of a line: after the import the real one, and before it the expected one. */
export function outcomeWords(
  { outcome, isWritten }: Pick<ImportLine<unknown>, 'outcome' | 'isWritten'>,
  isOver: boolean,
): string {
  const words = $importWords.get()
  if (outcome === 'new' && isWritten) return words.created
  const isWaiting = (outcome === 'new' || outcome === 'changed') && !isWritten
  return isOver && isWaiting ? words.notWritten : words[outcome]
}

/**
 * One line for each line of the file, safe to open in a spreadsheet.
 * @param columns the headings of the cells that show a row
 */
export function writeResults<Row extends { readonly line: number }>(
  lines: readonly ImportLine<Row>[],
  isOver: boolean,
  columns: readonly string[],
  cellsOf: (row: Row) => readonly string[],
): string {
  const { line: place, outcome, reason: why } = $importWords.get()
  return [
    byteOrderMark,
    csvLine([place, ...columns, outcome, why]),
    ...lines.map((line) =>
      csvLine([
        ...[String(line.row.line), ...cellsOf(line.row)],
        ...[outcomeWords(line, isOver), line.reason],
      ]),
    ),
  ].join('')
}

/** How columns without names are read: the label of each. */
export function guessedWords(
  columns: readonly (string | undefined)[] | undefined,
  labelOf: (column: string) => string,
): string {
  if (columns === undefined) return ''
  const { guessed, notRead } = $importWords.get()
  const labels = columns.map((column) => (column === undefined ? notRead : labelOf(column)))
  return guessed({ columns: labels.join(listComma()) })
}

/** How many invitations were sent, and how many users wait for one; empty where it is about no users. */
export function invitedWords(lines: readonly ImportLine<unknown>[]): string {
  const words = $importWords.get()
  const [sent, awaited] = [countInvited(lines), awaitedUsers(lines).length]
  if (sent === 0 && awaited === 0) return ''
  const all = [words.invited(sent), ...(awaited > 0 ? [words.awaited(awaited)] : [])]
  return `${all.join(listComma())}.`
}
