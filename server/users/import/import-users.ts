import { setTimeout } from 'node:timers/promises'
import type { AnswerOf } from '../../../contract/core/endpoint.ts'
import {
  type ImportedRow,
  importedRow,
  importInput,
  importUsersEndpoint,
  repeatedRow,
} from '../../../contract/users/import-users.ts'
import { HttpError, rowProblemOf } from '../../core/http-error.ts'
import { takeAdvisoryLock } from '../../database/advisory-lock.ts'
import type { Database } from '../../database/tables/tables.ts'
import { requireRecentConfirmation } from '../../http/authentication.ts'
import { bindUser, type Caller } from '../../http/bind.ts'
import { parseInput } from '../../http/parse-input.ts'
import type { Services } from '../../http/services.ts'
import { recheckCaller, requireInvitations } from '../../sign-in/sign-in.ts'
import { addUser } from '../change/add-user.ts'
import { changeUser } from '../change/change-user.ts'
import { lockUser } from '../change/locked-user.ts'
import { judgeRow, type Knowledge, keysOf, namesOf, type Verdict } from './judge-row.ts'
import { readKnownUsers, readOrganizations } from './known-users.ts'

/** Written in one transaction, which takes a few milliseconds. */
const chunkRows = 3

interface Import {
  readonly services: Services
  readonly caller: Caller
  readonly organizationId: string | undefined
  readonly organizations: Knowledge['organizations']
  readonly sendsInvitations: boolean
}

type Answer = AnswerOf<typeof importUsersEndpoint>['rows'][number]

/** POST /admin/users/import. */
export function importUsers(services: Services) {
  const endpoint = { ...importUsersEndpoint, input: importInput }
  const binding = bindUser(services, endpoint, async (input, caller) => {
    const parsed = parseRows(input.rows)
    const { organization_id: organizationId, sends_invitations: sendsInvitations } = input
    if (sendsInvitations) requireInvitations(services)
    const organizations = await readOrganizations(
      services.database,
      rowsIn(parsed).flatMap(({ organization }) => organization ?? []),
      organizationId,
    )
    const given = { services, caller, organizationId, organizations, sendsInvitations }
    const verdicts = await judgeRows(services.database, given, parsed)
    if (input.dry_run)
      return { rows: verdicts.map(([row, verdict]) => answerOf(given, row, verdict)) }
    // Before anything is written, so that a repeated call says of each row what became of it.
    const needsProof = verdicts.some(([, verdict]) => isProofNeeded(verdict))
    if (needsProof) requireRecentConfirmation(services, caller)
    return { rows: await writeAll(given, parsed) }
  })
  // The API document needs the schema of the rows, which are parsed one by one.
  return { ...binding, endpoint: importUsersEndpoint }
}

/** As `addUser` and `changeUser` ask for it. */
function isProofNeeded(verdict: Verdict): boolean {
  switch (verdict.outcome) {
    case 'new':
      return verdict.user.role !== 'employee'
    case 'changed': {
      const { changed, user } = verdict
      const isRaised = changed.includes('role') && user.role !== 'employee'
      return isRaised || (changed.includes('is_active') && user.is_active === 1)
    }
    default:
      return false
  }
}

/** Chunk by chunk: what was written before a failure stays and is unchanged when the call is repeated. */
async function writeAll(given: Import, rows: readonly ParsedRow[]): Promise<Answer[]> {
  const answers: Answer[] = []
  for (let start = 0; start < rows.length; start += chunkRows) {
    const startedMs = performance.now()
    const chunk = rows.slice(start, start + chunkRows)
    answers.push(
      ...(await given.services.database
        .transaction()
        .execute((transaction) => writeChunk(transaction, given, chunk))),
    )
    // Other calls get at least as much of the time.
    await setTimeout(performance.now() - startedMs)
  }
  return answers
}

async function writeChunk(
  database: Database,
  given: Import,
  rows: readonly ParsedRow[],
): Promise<Answer[]> {
  // As in the user form: no index spans the addresses of users and aliases.
  await takeAdvisoryLock(database, 'addresses of users')
  await recheckCaller(database, given.caller, importUsersEndpoint.access)
  const answers: Answer[] = []
  for (const [row, verdict] of await judgeRows(database, given, rows)) {
    answers.push(answerOf(given, row, verdict, await write(database, given, verdict)))
  }
  return answers
}

function rowsIn(parsed: readonly ParsedRow[]): ImportedRow[] {
  return parsed.flatMap((row) => ('row' in row ? [row.row] : []))
}

async function judgeRows(
  database: Database,
  { organizationId, organizations }: Import,
  rows: readonly ParsedRow[],
): Promise<readonly (readonly [ParsedRow, Verdict])[]> {
  const users = await readKnownUsers(database, rowsIn(rows).map(namesOf))
  const knowledge = { users, organizations, organizationId }
  return rows.map((row) => [row, 'row' in row ? judgeRow(row.row, knowledge) : row] as const)
}

/** @returns the id of a created user */
async function write(
  database: Database,
  { services, caller, sendsInvitations }: Import,
  verdict: Verdict,
): Promise<string | undefined> {
  if (verdict.outcome === 'changed') {
    const before = await lockUser(database, verdict.id)
    await changeUser(services, database, before, verdict.user, { kind: 'edit', caller })
  }
  if (verdict.outcome !== 'new') return undefined
  const { user } = verdict
  const sendsInvitation = sendsInvitations && user.is_active !== 0
  return addUser(services, database, user, { caller, sendsInvitation })
}

function answerOf(
  { sendsInvitations }: Import,
  row: ParsedRow,
  verdict: Verdict,
  createdId?: string,
): Answer {
  const { outcome } = verdict
  const isAwaited =
    outcome === 'new' ? verdict.user.is_active !== 0 : 'isAwaited' in verdict && verdict.isAwaited
  const invitation = outcome === 'new' && sendsInvitations ? 'sent' : 'waits'
  const id = createdId ?? ('id' in verdict ? verdict.id : undefined)
  return {
    line: row.line,
    outcome,
    ...(id === undefined ? {} : { id }),
    ...(isAwaited ? { invitation } : {}),
    ...('changed' in verdict ? { changed: [...verdict.changed] } : {}),
    ...('keys' in row ? { keys: [...row.keys] } : {}),
    ...('fault' in verdict ? { problem: rowProblemOf(verdict.fault) } : {}),
  }
}

/** A row, or why it is none. */
type ParsedRow =
  | { readonly line: number; readonly row: ImportedRow; readonly keys: readonly string[] }
  | {
      readonly line: number
      readonly keys: readonly string[]
      readonly outcome: 'conflict' | 'invalid'
      readonly fault: HttpError
    }

/** Parses each row separately; of rows that share a name or an address only the first one counts. */
function parseRows(rows: readonly { readonly line: number }[]): readonly ParsedRow[] {
  const lines = new Map<string, number>()
  return rows.map((given) => {
    const parsed = parseRow(given)
    const earlier = parsed.keys.map((key) => lines.get(key)).find((line) => line !== undefined)
    for (const key of parsed.keys) lines.set(key, lines.get(key) ?? parsed.line)
    if (earlier === undefined) return parsed
    const { line, keys } = parsed
    const fault = new HttpError(repeatedRow, { line: earlier })
    return { line, keys, outcome: 'conflict', fault }
  })
}

function parseRow(given: { readonly line: number }): ParsedRow {
  const { line } = given
  try {
    const row = parseInput(importedRow, given)
    return { line, row, keys: keysOf(row) }
  } catch (fault) {
    if (!(fault instanceof HttpError)) throw fault
    return { line, keys: [], outcome: 'invalid', fault }
  }
}
