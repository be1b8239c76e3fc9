import type { OutputOf } from '../../../contract/endpoint.ts'
import { organizationUsersInviteEndpoint } from '../../../contract/endpoints/organization-users-invite.ts'
import { limits } from '../../../contract/limits.ts'
import { errorOfRow } from '../api/error-of-row.ts'
import { call } from '../api/http.ts'
import { $peopleInviteMessages } from '../messages/people-invite.ts'
import { describeError, fieldWords } from '../ui-state/error-words.ts'
import { reportFailure } from '../ui-state/form.ts'
import { noticesAbout } from '../ui-state/notices.ts'
import { people } from './people.ts'

const notices = noticesAbout('people-invite')

export interface InvitedLine {
  /** Its number among the lines that are not empty. */
  readonly line: number
  /** As it was entered. */
  readonly text: string
  readonly full_name: string
  readonly email: string
}

export interface InviteResult extends InvitedLine {
  readonly outcome: 'invited' | 'exists' | 'rejected'
  readonly reason: string
}

/** Separators of a list, in English or Arabic, of a spreadsheet and of `Name <address>`. */
const separators = /[,;،؛\t<>]/

/**
 * Reads pasted lines, `Name, address` in either order. A first line without an address, as a spreadsheet
 * has for its columns, is left out where other lines have one.
 */
export function readLines(text: string): InvitedLine[] {
  const lines = text
    .split(/\r\n|[\r\n]/)
    .map((line) => line.trim())
    .filter((line) => line !== '')
    .map((line, index) => ({ line: index + 1, ...readLine(line) }))
  const [first, ...others] = lines
  const isHead = first?.email === '' && others.some(({ email }) => email !== '')
  return isHead && /mail|name|بريد|اسم/i.test(first.text) ? others : lines
}

function readLine(text: string): Omit<InvitedLine, 'line'> {
  const cells = text
    .split(separators)
    .map((cell) =>
      cell
        .trim()
        .replace(/^"(.*)"$/, '$1')
        .trim(),
    )
    .filter((cell) => cell !== '')
  const found = cells.findIndex((cell) => cell.includes('@'))
  // `Rania Haddad rania@firm.example`
  if (cells.length === 1 && found === 0) {
    const words = text.split(/\s+/)
    const email = words.find((word) => word.includes('@')) ?? ''
    return { text, email, full_name: words.filter((word) => word !== email).join(' ') }
  }
  // What follows the name in a spreadsheet, for instance a department, is not part of it.
  const full_name = found > 0 ? cells.slice(0, found).join(' ') : (cells[1] ?? '')
  return { text, email: cells[found] ?? '', full_name: found < 0 ? (cells[0] ?? '') : full_name }
}

/**
 * Invites the people of pasted lines (A673).
 * @returns what became of each; undefined where nothing was sent
 */
export async function inviteLines(text: string): Promise<readonly InviteResult[] | undefined> {
  const messages = $peopleInviteMessages.get()
  notices.drop()
  const lines = readLines(text)
  const max = limits.invitedRows
  if (lines.length === 0) return reject(messages.empty)
  if (lines.length > max) return reject(messages.tooMany({ count: lines.length, max }))
  const complete = lines.filter(isComplete)
  try {
    const answered = await send(complete)
    return lines.map((line) => answered.get(line) ?? incomplete(line))
  } catch (error) {
    const words = { prefix: messages.failed, fallback: messages.unknownError }
    await reportFailure(notices, error, { ...words, order: ['detail'] })
    return undefined
  } finally {
    void people.reload()
  }
}

function reject(text: string): undefined {
  notices.problem(text)
}

function isComplete({ email, full_name }: InvitedLine): boolean {
  return email !== '' && full_name !== ''
}

async function send(
  lines: readonly InvitedLine[],
): Promise<ReadonlyMap<InvitedLine, InviteResult>> {
  const rows = lines.map(({ line, email, full_name }) => ({ line, email, full_name }))
  const results = new Map<InvitedLine, InviteResult>()
  if (rows.length === 0) return results
  const answer = await call(organizationUsersInviteEndpoint, { rows })
  for (const { line, outcome, problem } of answer.rows) {
    const given = lines.find((each) => each.line === line)
    if (given !== undefined) results.set(given, { ...given, outcome, reason: reasonOf(problem) })
  }
  return results
}

type Problem = OutputOf<typeof organizationUsersInviteEndpoint>['rows'][number]['problem']

function reasonOf(problem: Problem): string {
  if (problem === undefined) return ''
  const { detail, code, fields = [] } = problem
  const [field] = fields
  if (code === 'invalid_input' && field !== undefined) return fieldWords(field)
  return describeError(errorOfRow(problem), { order: ['detail'], fallback: detail }).text
}

function incomplete(line: InvitedLine): InviteResult {
  const { noEmail, noName } = $peopleInviteMessages.get()
  return { ...line, outcome: 'rejected', reason: line.email === '' ? noEmail : noName }
}

/** The lines to correct. */
export function rejectedLines(results: readonly InviteResult[]): string {
  return results.flatMap(({ outcome, text }) => (outcome === 'rejected' ? text : [])).join('\n')
}
