import Papa from 'papaparse'
import { type FileProblem, parseUsers } from '../core/import/parse-users.ts'
import { columnOf } from '../core/user-file/columns.ts'

/** Why a line says nothing that could be sent. */
export type PersonFault = 'noEmail' | 'noName' | 'severalEmails' | 'unclear'

/** A person to invite. */
export interface PersonRow {
  /** The line of a table, or the number of the person among pasted ones. */
  readonly line: number
  readonly full_name: string
  readonly email: string
  readonly department?: string
  /** As it was pasted; undefined in a table. */
  readonly text?: string
  readonly fault?: PersonFault
}

interface PeopleFile {
  readonly rows: readonly PersonRow[]
  /** The headings of columns that are not read. */
  readonly unread: readonly string[]
}

const columns = ['full_name', 'first_name', 'last_name', 'email', 'department'] as const
type PersonColumn = (typeof columns)[number]

export const mostPeople = 1000

/**
 * Reads a table whose first line names the columns, as the import of users does, or else lines of a name
 * and an address, in either order, and lists of `Name <address>` (A1132). What could be read in two ways
 * is not read: a wrong guess would be a wrong account.
 */
export function parsePeople(text: string): PeopleFile | FileProblem {
  const lines = text.replace(/^\uFEFF/, '').split(/\r\n|[\r\n]/)
  const filled = lines.map((line) => line.trim()).filter((line) => line !== '')
  if (filled[0] !== undefined && isHead(filled[0])) {
    const table = parseUsers(text, personColumnOf, mostPeople)
    if ('code' in table) return table
    return { rows: table.rows.map(withFault), unread: table.unread }
  }
  if (filled.length === 0) return { code: 'empty' }
  const people = filled.flatMap(readLine)
  if (people.length > mostPeople) return { code: 'tooManyRows' }
  return { rows: people.map((person, index) => ({ line: index + 1, ...person })), unread: [] }
}

function personColumnOf(heading: string): PersonColumn | undefined {
  const found = columnOf(heading)
  return columns.find((column) => column === found)
}

const delimiters = ['\t', ';', '؛', ',', '،'] as const

function isHead(line: string): boolean {
  if (/^sep=.$/i.test(line)) return true
  if (line.includes('@')) return false
  return delimiters.some((delimiter) =>
    cellsOf(line, delimiter).some((cell) => personColumnOf(cell) !== undefined),
  )
}

/** Without empty ones; a delimiter within quotes belongs to its cell. */
function cellsOf(line: string, delimiter: string): string[] {
  const [cells = []] = Papa.parse<string[]>(line, { delimiter, preview: 1 }).data
  return cells.map((cell) => cell.trim()).filter((cell) => cell !== '')
}

function withFault(row: PersonRow): PersonRow {
  if (row.email === '') return { ...row, fault: 'noEmail' }
  return row.full_name === '' ? { ...row, fault: 'noName' } : row
}

type Person = Omit<PersonRow, 'line'>

/** One line may hold several people of an address field. */
function readLine(line: string): Person[] {
  if (line.includes('<')) return readAddressField(line)
  if (countOf(line) < 2) return [readPair(line)]
  const people = line.split(/[;؛]/).filter((part) => part.trim() !== '')
  return people.every((part) => countOf(part) === 1)
    ? people.map((part) => readPair(part.trim()))
    : [{ text: line, full_name: '', email: '', fault: 'severalEmails' }]
}

function countOf(text: string): number {
  return text.split('@').length - 1
}

/** `Rania Haddad <rania@firm.example>; "Odeh, Sami" <sami@firm.example>`, as a mail program writes it. */
function readAddressField(line: string): Person[] {
  const parts = line.split('>')
  const rest = parts.pop()?.trim() ?? ''
  const people = parts.map((part): Person => {
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
    ? people
    : [...people, { text: rest, full_name: '', email: '', fault: 'unclear' }]
}

/** A name and an address between which there is a delimiter or a space. */
function readPair(text: string): Person {
  const unclear: Person = { text, full_name: '', email: '', fault: 'unclear' }
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

function withoutFaults(person: Person): Person {
  return person.full_name === '' ? { ...person, fault: 'noName' } : person
}
