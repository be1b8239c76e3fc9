import Papa from 'papaparse'
import { columnOf } from '../files/columns.ts'
import { type FileProblem, parseUsers } from '../files/parse-users.ts'

/** Why a line says nothing that could be sent. */
export type InviteeFault = 'noEmail' | 'noName' | 'severalEmails' | 'unclear'

/** A person to be invited. */
export interface InviteeRow {
  /** The line of a table, or the number of the invitee among pasted ones. */
  readonly line: number
  readonly full_name: string
  readonly email: string
  readonly department?: string
  /** As it was pasted; undefined in a table. */
  readonly text?: string
  readonly fault?: InviteeFault
}

interface InviteeFile {
  readonly rows: readonly InviteeRow[]
  /** The headings of columns that are not read. */
  readonly unread: readonly string[]
}

const columns = ['full_name', 'first_name', 'last_name', 'email', 'department'] as const
type InviteeColumn = (typeof columns)[number]

export const mostInvitees = 1000

/**
 * Reads a table whose first line names the columns, as the import of users does, or else lines of a name
 * and an address, in either order, and lists of `Name <address>`. What could be read in two ways
 * is not read: a wrong guess would be a wrong account.
 */
export function parseInvitees(text: string): InviteeFile | FileProblem {
  const lines = text.replace(/^\uFEFF/, '').split(/\r\n|[\r\n]/)
  const filled = lines.map((line) => line.trim()).filter((line) => line !== '')
  if (filled[0] !== undefined && isHead(filled[0])) {
    const table = parseUsers(text, inviteeColumnOf, mostInvitees)
    if ('code' in table) return table
    return { rows: table.rows.map(withFault), unread: table.unread }
  }
  if (filled.length === 0) return { code: 'empty' }
  const invitees = filled.flatMap(readLine)
  if (invitees.length > mostInvitees) return { code: 'tooManyRows' }
  return { rows: invitees.map((invitee, index) => ({ line: index + 1, ...invitee })), unread: [] }
}

function inviteeColumnOf(heading: string): InviteeColumn | undefined {
  const found = columnOf(heading)
  return columns.find((column) => column === found)
}

const delimiters = ['\t', ';', '؛', ',', '،'] as const

function isHead(line: string): boolean {
  if (/^sep=.$/i.test(line)) return true
  if (line.includes('@')) return false
  return delimiters.some((delimiter) =>
    cellsOf(line, delimiter).some((cell) => inviteeColumnOf(cell) !== undefined),
  )
}

/** Without empty ones; a delimiter within quotes belongs to its cell. */
function cellsOf(line: string, delimiter: string): string[] {
  const [cells = []] = Papa.parse<string[]>(line, { delimiter, preview: 1 }).data
  return cells.map((cell) => cell.trim()).filter((cell) => cell !== '')
}

function withFault(row: InviteeRow): InviteeRow {
  if (row.email === '') return { ...row, fault: 'noEmail' }
  return row.full_name === '' ? { ...row, fault: 'noName' } : row
}

type Invitee = Omit<InviteeRow, 'line'>

/** One line may hold several invitees of an address field. */
function readLine(line: string): Invitee[] {
  if (line.includes('<')) return readAddressField(line)
  if (countOf(line) < 2) return [readPair(line)]
  const invitees = line.split(/[;؛]/).filter((part) => part.trim() !== '')
  return invitees.every((part) => countOf(part) === 1)
    ? invitees.map((part) => readPair(part.trim()))
    : [{ text: line, full_name: '', email: '', fault: 'severalEmails' }]
}

function countOf(text: string): number {
  return text.split('@').length - 1
}

/** `Rania Haddad <rania@firm.example>; "Odeh, Sami" <sami@firm.example>`, as a mail program writes it. */
function readAddressField(line: string): Invitee[] {
  const parts = line.split('>')
  const rest = parts.pop()?.trim() ?? ''
  const invitees = parts.map((part): Invitee => {
    const [before = '', email = '', ...more] = part.split('<')
    const name = before.replace(/^[\s,;،؛]+/, '').trim()
    const text = `${name} <${email}>`
    const full_name = /^"(.*)"$/.exec(name)?.[1]?.trim() ?? name
    const isClear = more.length === 0 && !name.includes('@') && countOf(email) === 1
    if (!isClear) return { text: part.trim(), full_name: '', email: '', fault: 'unclear' }
    return withoutFaults({ text, full_name, email: email.trim() })
  })
  const isRestEmpty = /^[,;،؛]*$/.test(rest)
  return isRestEmpty
    ? invitees
    : [...invitees, { text: rest, full_name: '', email: '', fault: 'unclear' }]
}

/** A name and an address between which there is a delimiter or a space. */
function readPair(text: string): Invitee {
  const unclear: Invitee = { text, full_name: '', email: '', fault: 'unclear' }
  if (countOf(text) === 0) return { ...unclear, full_name: text, fault: 'noEmail' }
  const split = delimiters.map((delimiter) => cellsOf(text, delimiter))
  if (split.some(({ length }) => length > 2)) return unclear
  const cells = split.find(({ length }) => length === 2) ?? wordsOf(text)
  const email = cells.find((cell) => cell.includes('@')) ?? ''
  if (/\s/.test(email)) return unclear
  return withoutFaults({ text, email, full_name: cells.filter((cell) => cell !== email).join(' ') })
}

/** `Rania Haddad rania@firm.example` */
function wordsOf(text: string): string[] {
  return text.split(/[\s,;،؛]+/).filter((word) => word !== '')
}

function withoutFaults(invitee: Invitee): Invitee {
  return invitee.full_name === '' ? { ...invitee, fault: 'noName' } : invitee
}
