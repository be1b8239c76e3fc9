import { foldDigits } from '../../../contract/core/digits.ts'
import { type Column, columnOf, hasPasswords, isColumn, rankOf } from './columns.ts'
import { readTable, type TableProblem } from './read-table.ts'

const address = /^[^\s@]+@[^\s@]+\.[^\s@]+$/
/** Also as a spreadsheet shortens it. */
const phone = /^\+?(?:[\d ()./-]{6,}|[\d.,٫]+E\+\d+)$/i

/**
 * The columns of a table of people without a line of names: one of addresses, and one of full names. A
 * given and a family name, or a name and a department, look alike, and are not guessed.
 */
function guessColumns(
  lines: readonly (readonly string[])[],
): readonly ('email' | 'full_name' | 'phone' | undefined)[] | undefined {
  const width = Math.max(...lines.map(({ length }) => length))
  const cellsOf = (at: number) => lines.map((cells) => cells[at] ?? '').filter((it) => it !== '')
  const kinds = Array.from({ length: width }, (_, at) => kindOf(cellsOf(at)))
  const only = (kind: Kind) =>
    kinds.filter((it) => it === kind).length === 1 ? kinds.indexOf(kind) : undefined
  const [email, name] = [only('address'), only('words') ?? only('word')]
  if (email === undefined || name === undefined) return undefined
  return kinds.map((_, at) => {
    if (at === email) return 'email'
    if (at === name) return 'full_name'
    return at === only('phone') ? 'phone' : undefined
  })
}

type Kind = 'address' | 'phone' | 'words' | 'word' | 'other'

/** Names have more than one word in most lines. */
function kindOf(cells: readonly string[]): Kind {
  if (cells.length === 0) return 'other'
  if (cells.every((cell) => address.test(cell))) return 'address'
  if (cells.every((cell) => phone.test(foldDigits(cell)))) return 'phone'
  if (!cells.every((cell) => /\p{L}/u.test(cell) && !cell.includes('@'))) return 'other'
  return cells.filter((cell) => /\S\s+\S/.test(cell)).length > cells.length / 2 ? 'words' : 'word'
}

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
  readonly guessed?: readonly (Column | undefined)[]
}

export const mostRows = 20_000

/**
 * Reads the users of a CSV file whose first line names the columns, in any order, or whose columns are
 * obvious.
 * @param columnIn which columns are read
 */
export function parseUsers(
  text: string,
  columnIn: (heading: string) => Column | undefined = columnOf,
  most = mostRows,
): UserFile | FileProblem {
  const table = readTable(text, {
    ...{ columnOf: columnIn, rankOf, problemOf, mostRows: most },
    guess: guessColumns,
  })
  if ('code' in table) return table
  return { ...table, rows: table.rows.map(({ line, cells }) => rowOf(line, cells)) }
}

/** The row with other texts in some of its columns. */
export function correctUser(row: UserRow, texts: ReadonlyMap<string, string>): UserRow {
  const given = [...texts].flatMap(([name, text]) =>
    isColumn(name) ? [[name, text.trim()] as const] : [],
  )
  const cells = new Map<Column, string>([
    ['email', row.email],
    ['full_name', row.full_name],
    ...given,
  ])
  const { line } = row
  // A column that is emptied leaves what there is.
  const others = Object.entries(row).filter(([name]) => !texts.has(name))
  const filled = new Map([...cells].filter(([, text]) => text !== ''))
  return { ...Object.fromEntries(others), ...rowOf(line, filled) }
}

function problemOf(
  headings: readonly string[],
  columns: readonly (Column | undefined)[],
  lines: readonly (readonly string[])[],
): FileProblem | undefined {
  const password = headings.find((heading, index) =>
    hasPasswords(
      heading,
      lines.map((cells) => cells[index] ?? ''),
    ),
  )
  if (password !== undefined) return { code: 'passwordColumn', column: password }
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
  const isBlocked = cells.get('is_blocked')
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
    ...(isBlocked === undefined ? {} : { is_active: opposite(activeOf(isBlocked)) }),
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

function opposite(word: boolean | string): boolean | string {
  return typeof word === 'string' ? word : !word
}

/**
 * Exchange writes `smtp:` before an address and other words before what is none, which may hold spaces
 * and semicolons; Microsoft 365 puts a plus sign between them.
 */
function addressesIn(cell: string): string[] {
  const parts = cell.split(/[\s,;،؛{}"]+|\+(?=[a-z][a-z\d.-]*:)/i).filter((part) => part !== '')
  if (!parts.some((part) => kind.test(part))) return parts
  return parts
    .map((part) => part.replace(/^smtp:/i, ''))
    .filter((part) => /^[^\s/=]+@/.test(part) && !kind.test(part))
}

const kind = /^[a-z][a-z\d.-]*:/i
