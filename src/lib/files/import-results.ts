import { byteOrderMark, csvLine } from '../../../contract/core/csv.ts'
import type { ImportLine } from './import.ts'
import { $importWords } from './words/import.words.yaml'

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
