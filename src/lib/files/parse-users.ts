import { foldDigits } from '../../../contract/core/digits.ts'
import { type Column, columnOf, isPasswordColumn } from './columns.ts'
import { readTable, type TableProblem } from './read-table.ts'

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
  | TableProblem
  | { readonly code: 'noEmail' | 'noName' }
  | { readonly code: 'passwordColumn'; readonly column: string }

export interface UserFile {
  readonly rows: readonly UserRow[]
  /** The headings of columns that are not read. */
  readonly unread: readonly string[]
}

export const mostRows = 20_000

/**
 * Reads the users of a CSV file whose first line names the columns, in any order.
 * @param columnIn which columns are read
 */
export function parseUsers(
  text: string,
  columnIn: (heading: string) => Column | undefined = columnOf,
  most = mostRows,
): UserFile | FileProblem {
  const table = readTable(text, { columnOf: columnIn, problemOf, mostRows: most })
  if ('code' in table) return table
  return { rows: table.rows.map(({ line, cells }) => rowOf(line, cells)), unread: table.unread }
}

function problemOf(
  headings: readonly string[],
  columns: readonly (Column | undefined)[],
): FileProblem | undefined {
  const password = headings.find(isPasswordColumn)
  if (password !== undefined) return { code: 'passwordColumn', column: password }
  // Two columns that mean the same are the first thing to tell.
  const isRepeated = columns.some(
    (column, index) => column !== undefined && columns.indexOf(column) !== index,
  )
  if (isRepeated) return undefined
  if (!columns.includes('email')) return { code: 'noEmail' }
  const named = ['full_name', 'first_name', 'last_name'] as const
  return named.some((column) => columns.includes(column)) ? undefined : { code: 'noName' }
}

type Cells = ReadonlyMap<Column, string>

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
    ...(role === undefined ? {} : { role: roleOf(role) }),
    ...(isActive === undefined ? {} : { is_active: activeOf(isActive) }),
    ...(aliases === undefined ? {} : { aliases: addressesIn(aliases) }),
  }
}

/** Roles as an Arabic page names them. */
const roles: ReadonlyMap<string, string> = new Map([
  ['موظف', 'employee'],
  ['قائد_فريق', 'team_lead'],
  ['قائد_الفريق', 'team_lead'],
])

/** @returns another word as it is, for the server to reject */
function roleOf(word: string): string {
  const plain = word.toLowerCase().replaceAll(/[\s-]+/g, '_')
  return roles.get(plain) ?? plain
}

const active = ['active', 'true', 'yes', '1', 'enabled', 'نعم', 'نشط']
const inactive = ['inactive', 'false', 'no', '0', 'disabled', 'لا', 'غير نشط']

/** @returns another word as it is, for the server to reject */
function activeOf(word: string): boolean | string {
  const plain = foldDigits(word.toLowerCase())
  if (active.includes(plain)) return true
  return inactive.includes(plain) ? false : word
}

/** Exchange writes `smtp:` before each. */
function addressesIn(cell: string): string[] {
  return cell
    .split(/[\s,;،؛]+/)
    .map((address) => address.replace(/^smtp:/i, ''))
    .filter((address) => address !== '')
}
