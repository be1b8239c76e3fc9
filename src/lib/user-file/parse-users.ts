import Papa from 'papaparse'
import { withoutTextMark } from '../../../contract/csv.ts'
import { type Column, columnOf, isPasswordColumn } from './columns.ts'

/** A row as it is sent; fields without a value are left out. */
export interface UserRow {
  readonly line: number
  readonly username?: string
  readonly email: string
  readonly full_name: string
  readonly role?: string
  readonly organization?: string
  readonly department?: string
  readonly phone?: string
  readonly is_active?: boolean | string
  readonly aliases?: readonly string[]
}

/** Why a file cannot be read at all. */
export type FileProblem =
  | { readonly code: 'empty' | 'noEmail' | 'noName' | 'tooManyRows' }
  | { readonly code: 'passwordColumn' | 'columnTwice'; readonly column: string }
  | { readonly code: 'brokenQuotes'; readonly line: number }

export interface UserFile {
  readonly rows: readonly UserRow[]
  /** The headings of columns that are not read. */
  readonly unread: readonly string[]
}

export const mostRows = 20_000

const delimiters = [',', ';', '\t'] as const

/** Reads the users of a CSV file whose first line names the columns, in any order. */
export function parseUsers(text: string): UserFile | FileProblem {
  const { separator, body, firstLine } = withoutSeparatorLine(text.replace(/^\uFEFF/, ''))
  const parsed = Papa.parse<string[]>(body, { delimiter: separator ?? delimiterOf(body) })
  const lines = withLineNumbers(parsed.data, firstLine)
  const broken = parsed.errors.find(({ type }) => type === 'Quotes')
  if (broken !== undefined) {
    return { code: 'brokenQuotes', line: lines[broken.row ?? 0]?.line ?? firstLine }
  }
  const [head, ...filled] = lines.filter(({ cells }) => cells.some((cell) => cell.trim() !== ''))
  if (head === undefined) return { code: 'empty' }
  const headings = head.cells.map((cell) => withoutTextMark(cell.trim()))
  const columns = headings.map(columnOf)
  const problem = problemOf(headings, columns)
  if (problem !== undefined) return problem
  if (filled.length === 0) return { code: 'empty' }
  if (filled.length > mostRows) return { code: 'tooManyRows' }
  return {
    rows: filled.map(({ line, cells }) => rowOf(line, cellsByColumn(columns, cells))),
    unread: headings.filter((heading, index) => columns[index] === undefined && heading !== ''),
  }
}

function problemOf(
  headings: readonly string[],
  columns: readonly (Column | undefined)[],
): FileProblem | undefined {
  const password = headings.find(isPasswordColumn)
  if (password !== undefined) return { code: 'passwordColumn', column: password }
  const twice = columns.findIndex(
    (column, index) => column !== undefined && columns.indexOf(column) !== index,
  )
  if (twice >= 0) return { code: 'columnTwice', column: headings[twice] ?? '' }
  if (!columns.includes('email')) return { code: 'noEmail' }
  const named = ['full_name', 'first_name', 'last_name'] as const
  return named.some((column) => columns.includes(column)) ? undefined : { code: 'noName' }
}

/** Excel writes and reads a first line such as `sep=;`. */
function withoutSeparatorLine(text: string) {
  const [whole, separator] = /^sep=([,;\t])\r?\n/i.exec(text) ?? []
  if (whole === undefined) return { separator: undefined, body: text, firstLine: 1 }
  return { separator, body: text.slice(whole.length), firstLine: 2 }
}

/** The one with which the first line names the most columns. */
function delimiterOf(body: string): string {
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

type Cells = ReadonlyMap<Column, string>

/** Only cells with a value: an empty cell leaves what there is. */
function cellsByColumn(columns: readonly (Column | undefined)[], cells: readonly string[]): Cells {
  const entries = cells.flatMap((cell, index) => {
    const column = columns[index]
    const value = withoutTextMark(cell.trim())
    return column === undefined || value === '' ? [] : [[column, value] as const]
  })
  return new Map(entries)
}

function rowOf(line: number, cells: Cells): UserRow {
  const parts = [cells.get('first_name'), cells.get('last_name')]
  const joined = parts.filter((part) => part !== undefined).join(' ')
  const optional = ['username', 'organization', 'department', 'phone'] as const
  const role = cells.get('role')
  const isActive = cells.get('is_active')
  const aliases = cells.get('aliases')
  return {
    line,
    email: cells.get('email') ?? '',
    full_name: cells.get('full_name') ?? joined,
    ...Object.fromEntries(
      optional.flatMap((column) => {
        const value = cells.get(column)
        return value === undefined ? [] : [[column, value]]
      }),
    ),
    ...(role === undefined ? {} : { role: role.toLowerCase().replaceAll(/[\s-]+/g, '_') }),
    ...(isActive === undefined ? {} : { is_active: activeOf(isActive) }),
    ...(aliases === undefined ? {} : { aliases: addressesIn(aliases) }),
  }
}

const active = ['active', 'true', 'yes', '1', 'enabled', 'نعم', 'نشط']
const inactive = ['inactive', 'false', 'no', '0', 'disabled', 'لا', 'غير نشط']

/** @returns another word as it is, for the server to reject */
function activeOf(word: string): boolean | string {
  const plain = word.toLowerCase()
  if (active.includes(plain)) return true
  return inactive.includes(plain) ? false : word
}

/** Exchange writes `smtp:` before each. */
function addressesIn(cell: string): string[] {
  return cell
    .split(/[\s,;]+/)
    .map((address) => address.replace(/^smtp:/i, ''))
    .filter((address) => address !== '')
}
