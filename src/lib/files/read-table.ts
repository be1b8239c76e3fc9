import Papa from 'papaparse'
import { withoutTextMark } from '../../../contract/core/csv.ts'

const marks = [
  { bytes: [0xef, 0xbb, 0xbf], encoding: 'utf-8' },
  { bytes: [0xff, 0xfe], encoding: 'utf-16le' },
  { bytes: [0xfe, 0xff], encoding: 'utf-16be' },
] as const

/**
 * Reads the text of a file: in the encoding of its byte order mark, else UTF-8, else Windows-1256, in
 * which Excel exports Arabic and whose accented Latin letters are mostly those of Windows-1252.
 */
export function decodeText(bytes: Uint8Array): string {
  const marked = marks.find((mark) => mark.bytes.every((byte, index) => bytes[index] === byte))
  if (marked !== undefined) return new TextDecoder(marked.encoding).decode(bytes)
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return new TextDecoder('windows-1256').decode(bytes)
  }
}

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
  /** The columns as they were guessed, where the first line does not name them. */
  readonly guessed?: readonly (Column | undefined)[]
}

interface Reading<Column, Problem> {
  /** @returns undefined for a column that is not read */
  readonly columnOf: (heading: string) => Column | undefined
  /** The lower one of two columns with the same meaning counts where it has a value. */
  readonly rankOf?: (heading: string) => number
  /** @returns the columns of lines without a line of names; undefined where that is not obvious */
  readonly guess: (
    lines: readonly (readonly string[])[],
  ) => readonly (Column | undefined)[] | undefined
  /** A further problem with the columns. */
  readonly problemOf: (
    headings: readonly string[],
    columns: readonly (Column | undefined)[],
    /** The lines below the headings. */
    lines: readonly (readonly string[])[],
  ) => Problem | undefined
  readonly mostRows: number
}

const delimiters = [',', ';', '\t'] as const

/**
 * Far more for a row than a directory's export has. Millions of them, and of lines, are no table and
 * would keep the page busy for many seconds.
 */
const mostMarksOfRow = 100

/** How many lines tell what the columns are. */
const guessedBy = 50

/** Reads a CSV file whose first line names the columns, in any order, or whose columns are obvious. */
export function readTable<Column, Problem>(
  text: string,
  { columnOf, rankOf = () => 0, guess, problemOf, mostRows }: Reading<Column, Problem>,
): Table<Column> | TableProblem | Problem {
  if (hasMoreMarks(text, mostMarksOfRow * mostRows)) return { code: 'tooManyRows' }
  const { separator, body, firstLine } = withoutSeparatorLine(text.replace(/^\uFEFF/, ''))
  const parsed = Papa.parse<string[]>(body, { delimiter: separator ?? delimiterOf(body, columnOf) })
  const lines = withLineNumbers(parsed.data, firstLine)
  const broken = parsed.errors.find(({ type }) => type === 'Quotes')
  if (broken !== undefined) {
    return { code: 'brokenQuotes', line: lines[broken.row ?? 0]?.line ?? firstLine }
  }
  const all = lines.filter(({ cells }) => cells.some((cell) => cell.trim() !== ''))
  const [head, ...below] = all
  if (head === undefined) return { code: 'empty' }
  const names = head.cells.map((cell) => withoutTextMark(cell.trim()))
  const guessed = names.some((name) => columnOf(name) !== undefined)
    ? undefined
    : guess(all.slice(0, guessedBy).map(({ cells }) => cells.map((cell) => cell.trim())))
  const [headings, filled] = guessed === undefined ? [names, below] : [[], all]
  const columns = guessed ?? headings.map(columnOf)
  const ranks = headings.map(rankOf)
  const cells = filled.map((line) => line.cells)
  const problem = repeatedColumn(headings, columns, ranks) ?? problemOf(headings, columns, cells)
  if (problem !== undefined) return problem
  if (filled.length === 0) return { code: 'empty' }
  if (filled.length > mostRows) return { code: 'tooManyRows' }
  // Only a cell without a column before it counts.
  const order = columns.map((_, index) => index).sort((one, other) => rank(one) - rank(other))
  return {
    rows: filled.map(({ line, cells }) => ({ line, cells: cellsByColumn(columns, order, cells) })),
    unread: headings.filter((heading, index) => columns[index] === undefined && heading !== ''),
    ...(guessed === undefined ? {} : { guessed }),
  }

  function rank(index: number): number {
    return ranks[index] ?? 0
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
  ranks: readonly number[],
): TableProblem | undefined {
  const twice = columns.findIndex((column, index) => {
    const first = columns.findIndex((other, at) => other === column && ranks[at] === ranks[index])
    return column !== undefined && first !== index
  })
  return twice < 0 ? undefined : { code: 'columnTwice', column: headings[twice] ?? '' }
}

/** Excel writes and reads a first line such as `sep=;`. */
function withoutSeparatorLine(text: string) {
  const [whole, separator] = /^sep=([,;\t])\r?\n/i.exec(text) ?? []
  if (whole === undefined) return { separator: undefined, body: text, firstLine: 1 }
  return { separator, body: text.slice(whole.length), firstLine: 2 }
}

/** The one with which the first line names the most columns, or has the most cells. */
function delimiterOf<Column>(
  body: string,
  columnOf: (heading: string) => Column | undefined,
): string {
  const start = body.trimStart()
  const counted = delimiters.map((delimiter) => {
    const [head = []] = Papa.parse<string[]>(start, { delimiter, preview: 1 }).data
    const known = head.filter((cell) => columnOf(cell) !== undefined).length
    return { delimiter, known, cells: head.length }
  })
  const [best] = counted.toSorted(
    (one, other) => other.known - one.known || other.cells - one.cells,
  )
  return best?.delimiter ?? ','
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
  order: readonly number[],
  cells: readonly string[],
): ReadonlyMap<Column, string> {
  const values = new Map<Column, string>()
  for (const index of order) {
    const column = columns[index]
    const value = withoutTextMark((cells[index] ?? '').trim())
    if (column !== undefined && value !== '' && !values.has(column)) values.set(column, value)
  }
  return values
}
