import type { AnswerOf } from '../../../contract/endpoint.ts'
import {
  adminUsersImportEndpoint,
  importInput,
} from '../../../contract/endpoints/admin-users-import.ts'
import { actorOf, recordAct } from '../../audit/record.ts'
import type { Services } from '../../core/services.ts'
import { takeAdvisoryLock } from '../../database/advisory-lock.ts'
import { nextSlot } from '../../database/keyset.ts'
import type { Database } from '../../database/tables.ts'
import { bindUser, type Caller } from '../../http/bind.ts'
import { errorBody } from '../../http/http-error.ts'
import { changeUser } from '../change-user.ts'
import { createUser } from '../users.ts'
import { judgeRow, namesOf, type Verdict } from './judge-row.ts'
import { readKnownUsers, readOrganizations } from './known-users.ts'
import { type ParsedRow, parseRows } from './parse-rows.ts'

/** Written in one transaction, which takes a few milliseconds; other calls run between. */
const chunkRows = 5

interface Import {
  readonly services: Services
  readonly caller: Caller
  readonly organizationId: string | undefined
}

type Answer = AnswerOf<typeof adminUsersImportEndpoint>['rows'][number]

/** POST /admin/users/import (A570). */
export function importUsers(services: Services) {
  const endpoint = { ...adminUsersImportEndpoint, input: importInput }
  const binding = bindUser(services, endpoint, async (input, caller) => {
    const parsed = parseRows(input.rows)
    const given = { services, caller, organizationId: input.organization_id }
    const judge = input.dry_run ? judgeAll : writeAll
    return { rows: await judge(given, parsed) }
  })
  // The API document needs the schema of the rows, which are parsed one by one.
  return { ...binding, endpoint: adminUsersImportEndpoint }
}

async function judgeAll(given: Import, rows: readonly ParsedRow[]): Promise<Answer[]> {
  const verdicts = await judgeRows(given.services.database, given, rows)
  return verdicts.map(([row, verdict]) => answerOf(row, verdict))
}

/** Chunk by chunk: what was written before a failure stays and is unchanged when the call is repeated. */
async function writeAll(given: Import, rows: readonly ParsedRow[]): Promise<Answer[]> {
  const answers: Answer[] = []
  for (let start = 0; start < rows.length; start += chunkRows) {
    const chunk = rows.slice(start, start + chunkRows)
    answers.push(
      ...(await given.services.database
        .transaction()
        .execute((transaction) => writeChunk(transaction, given, chunk))),
    )
    await nextSlot()
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
  const answers: Answer[] = []
  for (const [row, verdict] of await judgeRows(database, given, rows)) {
    answers.push(answerOf(row, verdict, await write(database, given, verdict)))
  }
  return answers
}

async function judgeRows(
  database: Database,
  { organizationId }: Import,
  rows: readonly ParsedRow[],
): Promise<readonly (readonly [ParsedRow, Verdict])[]> {
  const valid = rows.flatMap((row) => ('row' in row ? [row.row] : []))
  const names = valid.flatMap(({ organization }) => organization ?? [])
  const knowledge = {
    users: await readKnownUsers(database, valid.map(namesOf)),
    organizations: await readOrganizations(database, names, organizationId),
    organizationId,
  }
  return rows.map((row) => [row, 'row' in row ? judgeRow(row.row, knowledge) : row] as const)
}

/** @returns the id of a created user */
async function write(
  database: Database,
  { services, caller }: Import,
  verdict: Verdict,
): Promise<string | undefined> {
  if (verdict.outcome === 'changed') {
    await changeUser(services, database, verdict.id, verdict.user, caller)
  }
  if (verdict.outcome !== 'new') return undefined
  const id = await createUser({ ...services, database }, verdict.user)
  await recordAct(services, database, actorOf(caller), {
    action: 'user-create',
    target: 'user',
    targetId: id,
    detail: verdict.user.role,
  })
  return id
}

function answerOf(row: ParsedRow, verdict: Verdict, createdId?: string): Answer {
  const { outcome } = verdict
  const id = createdId ?? ('id' in verdict ? verdict.id : undefined)
  return {
    line: row.line,
    outcome,
    ...(id === undefined ? {} : { id }),
    ...('changed' in verdict ? { changed: [...verdict.changed] } : {}),
    ...('keys' in row ? { keys: [...row.keys] } : {}),
    ...('fault' in verdict ? { problem: problemOf(verdict.fault) } : {}),
  }
}

function problemOf(fault: Extract<Verdict, { fault: unknown }>['fault']) {
  const { detail, code, params, fields } = errorBody(fault)
  return { detail, code, params: { ...params }, ...(fields === undefined ? {} : { fields }) }
}
