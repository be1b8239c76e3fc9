import Papa from 'papaparse'
import { withoutTextMark } from '../../../contract/core/csv.ts'

/** Why a table cannot be read at all. */
export type TableProblem =
  | { readonly code: 'empty' | 'tooManyRows' }
  | { readonly code: 'columnTwice'; readonly column: string }
  | { readonly code: 'brokenQuotes'; readonly line: number }

export interface TableRow<Column> {
  /** The line of the file. */
  readonly line: number
  /** Only cells with a value: an empty cell leaves what there is. */
  readonly cells: ReadonlyMap<Column, string>
}

interface Table<Column> {
  readonly rows: readonly TableRow<Column>[]
  /** The headings of columns that are not read. */
  readonly unread: readonly string[]
}

interface Reading<Column, Problem> {
  /** @returns undefined for a column that is not read */
  readonly columnOf: (heading: string) => Column | undefined
  /** A further problem with the columns. */
  readonly problemOf: (
    headings: readonly string[],
    columns: readonly (Column | undefined)[],
  ) => Problem | undefined
  readonly mostRows: number
}

const delimiters = [',', ';', '\t'] as const

/**
 * Far more for a row than a directory's export has. Millions of them, and of lines, are no table and
 * would keep the page busy for many seconds.
 */
const mostMarksOfRow = 100

/** Reads a CSV file whose first line names the columns, in any order. */
export function readTable<Column, Problem>(
  text: string,
  { columnOf, problemOf, mostRows }: Reading<Column, Problem>,
): Table<Column> | TableProblem | Problem {
  if (hasMoreMarks(text, mostMarksOfRow * mostRows)) return { code: 'tooManyRows' }
  const { separator, body, firstLine } = withoutSeparatorLine(text.replace(/^\uFEFF/, ''))
  const parsed = Papa.parse<string[]>(body, { delimiter: separator ?? delimiterOf(body, columnOf) })
  const lines = withLineNumbers(parsed.data, firstLine)
  const broken = parsed.errors.find(({ type }) => type === 'Quotes')
  if (broken !== undefined) {
    return { code: 'brokenQuotes', line: lines[broken.row ?? 0]?.line ?? firstLine }
  }
  const [head, ...filled] = lines.filter(({ cells }) => cells.some((cell) => cell.trim() !== ''))
  if (head === undefined) return { code: 'empty' }
  const headings = head.cells.map((cell) => withoutTextMark(cell.trim()))
  const columns = headings.map(columnOf)
  const problem = problemOf(headings, columns) ?? repeatedColumn(headings, columns)
  if (problem !== undefined) return problem
  if (filled.length === 0) return { code: 'empty' }
  if (filled.length > mostRows) return { code: 'tooManyRows' }
  return {
    rows: filled.map(({ line, cells }) => ({ line, cells: cellsByColumn(columns, cells) })),
    unread: headings.filter((heading, index) => columns[index] === undefined && heading !== ''),
  }
}

function hasMoreMarks(text: string, most: number): boolean {
  let marks = 0
  for (let at = 0; at < text.length && marks <= most; at += 1) {
    if (',;\t"\r\n'.includes(text.charAt(at))) marks += 1
  }
  return marks > most
}

function repeatedColumn<Column>(
  headings: readonly string[],
  columns: readonly (Column | undefined)[],
): TableProblem | undefined {
  const twice = columns.findIndex(
    (column, index) => column !== undefined && columns.indexOf(column) !== index,
  )
  return twice < 0 ? undefined : { code: 'columnTwice', column: headings[twice] ?? '' }
}

/** Excel writes and reads a first line such as `sep=;`. */
function withoutSeparatorLine(text: string) {
  const [whole, separator] = /^sep=([,;\t])\r?\n/i.exec(text) ?? []
  if (whole === undefined) return { separator: undefined, body: text, firstLine: 1 }
  return { separator, body: text.slice(whole.length), firstLine: 2 }
}

/** The one with which the first line names the most columns. */
function delimiterOf<Column>(
  body: string,
  columnOf: (heading: string) => Column | undefined,
): string {
  const start = body.trimStart()
  const counted = delimiters.map((delimiter) => {
    const [head = []] = Papa.parse<string[]>(start, { delimiter, preview: 1 }).data
    return { delimiter, known: head.filter((cell) => columnOf(cell) !== undefined).length }
  })
  return counted.toSorted((one, other) => other.known - one.known)[0]?.delimiter ?? ','
}

/** A cell in quotes may have line breaks. */
function withLineNumbers(rows: readonly (readonly string[])[], firstLine: number) {
  let line = firstLine
  return rows.map((cells) => {
    const numbered = { line, cells }
    const breaks = cells.map((cell) => cell.match(/\r\n|[\r\n]/g)?.length ?? 0)
    line += 1 + breaks.reduce((sum, count) => sum + count, 0)
    return numbered
  })
}

function cellsByColumn<Column>(
  columns: readonly (Column | undefined)[],
  cells: readonly string[],
): ReadonlyMap<Column, string> {
  const entries = cells.flatMap((cell, index) => {
    const column = columns[index]
    const value = withoutTextMark(cell.trim())
    return column === undefined || value === '' ? [] : [[column, value] as const]
  })
  return new Map(entries)
}
