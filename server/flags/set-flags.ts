import { setImmediate } from 'node:timers/promises'
import type { AnswerOf } from '../../contract/core/endpoint.ts'
import {
  flagsSetInput,
  type GivenFlag,
  givenFlag,
  repeatedFlag,
  setFlagsEndpoint,
} from '../../contract/flags/set-flags.ts'
import { actorOf, recordAct } from '../audit/audit.ts'
import { HttpError, rowProblemOf } from '../core/http-error.ts'
import { takeAdvisoryLock } from '../database/advisory-lock.ts'
import { newId } from '../database/id.ts'
import { organizationKey } from '../database/organization-key.ts'
import { searchTextOfFlag } from '../database/search-index.ts'
import type { Database } from '../database/tables/tables.ts'
import { bindUser, type Caller } from '../http/bind.ts'
import { parseInput } from '../http/parse-input.ts'
import type { Services } from '../http/services.ts'
import { deleteEndedOf, isActive } from './ended-flags.ts'
import { type FlagRules, type FlagVerdict, judgeFlag } from './judge-flag.ts'
import { type ShownFlag, showFlag, shownColumns } from './list-flags.ts'
import { changeFlagRevisions, lockOwnerOfFlags } from './revision.ts'

/** Written in one transaction; other calls run between transactions. */
const chunkRows = 50

type Answer = AnswerOf<typeof setFlagsEndpoint>['rows'][number]

type ParsedFlag =
  | { readonly line: number; readonly row: GivenFlag }
  | { readonly line: number; readonly outcome: 'conflict' | 'invalid'; readonly fault: HttpError }

interface Setting {
  readonly services: Services
  readonly caller: Caller
  readonly rules: FlagRules
}

/** POST /flags/set. */
export function setFlags(services: Services) {
  const endpoint = { ...setFlagsEndpoint, input: flagsSetInput }
  const binding = bindUser(services, endpoint, async (input, caller) => {
    const parsed = parseRows(input.flags)
    const { limits, trustablePublicMail } = services
    const rules = {
      now: services.clock(),
      most: limits.flagsPerUser,
      replaces: input.replaces,
      trustablePublicMail,
    }
    const setting = { services, caller, rules }
    if (!input.dry_run) return { rows: await writeAll(setting, parsed) }
    const known = await readActive(
      services.database,
      organizationKey(caller.user.organization_id),
      caller.user.id,
      rules.now,
    )
    return {
      rows: [...judgeRows(parsed, known, rules)].map(([row, verdict]) => answerOf(row, verdict)),
    }
  })
  // The API document needs the schema of the rows, which are parsed one by one.
  return { ...binding, endpoint: setFlagsEndpoint }
}

/** Only the first row with a value counts. */
function parseRows(given: readonly { readonly line: number }[]): readonly ParsedFlag[] {
  const lines = new Map<string, number>()
  return given.map((one) => {
    const { line } = one
    try {
      const row = parseInput(givenFlag, one)
      const earlier = lines.get(row.value)
      if (earlier !== undefined) throw new HttpError(repeatedFlag, { line: earlier })
      lines.set(row.value, line)
      return { line, row }
    } catch (fault) {
      if (!(fault instanceof HttpError)) throw fault
      return { line, outcome: fault.status === 409 ? 'conflict' : 'invalid', fault }
    }
  })
}

/** Chunk by chunk: what was written before a failure stays and is unchanged when the call is repeated. */
async function writeAll(setting: Setting, rows: readonly ParsedFlag[]): Promise<Answer[]> {
  const answers: Answer[] = []
  for (let start = 0; start < rows.length; start += chunkRows) {
    const chunk = rows.slice(start, start + chunkRows)
    answers.push(
      ...(await setting.services.database
        .transaction()
        .execute((transaction) => writeChunk(transaction, setting, chunk))),
    )
    await setImmediate()
  }
  return answers
}

async function writeChunk(
  database: Database,
  { services, caller, rules }: Setting,
  rows: readonly ParsedFlag[],
): Promise<Answer[]> {
  const userId = caller.user.id
  // Serialized, so that two requests cannot both take the last free slot.
  await takeAdvisoryLock(database, `flags of ${userId}`)
  const owner = await lockOwnerOfFlags(database, userId)
  const organizationId = organizationKey(owner)
  await deleteEndedOf(database, organizationId, userId, rules.now)
  const known = await readActive(database, organizationId, userId, rules.now)
  const answers: Answer[] = []
  let isChanged = false
  for (const [row, verdict] of judgeRows(rows, known, rules)) {
    const flag = await write(services, database, { caller, organizationId }, verdict)
    isChanged ||= flag !== undefined
    answers.push(answerOf(row, verdict, flag === undefined ? undefined : show(flag, rules)))
  }
  if (isChanged) await changeFlagRevisions(database, [owner])
  return answers
}

/** All of a user's flags, because there are at most 1,000. */
async function readActive(
  database: Database,
  organizationId: string,
  userId: string,
  now: Date,
): Promise<ReadonlyMap<string, ShownFlag>> {
  const flags = await database
    .selectFrom('flags')
    .select(shownColumns)
    .where('user_id', '=', userId)
    .where('organization_id', '=', organizationId)
    .where(isActive(now.toISOString()))
    .execute()
  return new Map(flags.map((flag) => [flag.value, flag]))
}

function* judgeRows(
  rows: readonly ParsedFlag[],
  known: ReadonlyMap<string, ShownFlag>,
  rules: FlagRules,
): Generator<readonly [ParsedFlag, FlagVerdict]> {
  let count = known.size
  for (const row of rows) {
    const verdict = 'row' in row ? judgeFlag(row.row, known.get(row.row.value), count, rules) : row
    if (verdict.outcome === 'new') count += 1
    yield [row, verdict]
  }
}

/** @returns the flag as it is now; undefined if nothing was written */
async function write(
  services: Services,
  database: Database,
  { caller, organizationId }: { readonly caller: Caller; readonly organizationId: string },
  verdict: FlagVerdict,
): Promise<ShownFlag | undefined> {
  if (verdict.outcome !== 'new' && verdict.outcome !== 'changed') return undefined
  const { fields } = verdict
  const search_text = searchTextOfFlag(fields)
  const flag =
    verdict.outcome === 'changed'
      ? { ...verdict.known, ...fields }
      : {
          ...fields,
          id: newId(),
          created_at: services.clock().toISOString(),
          blocked_count: 0,
          last_matched_on: null,
        }
  if (verdict.outcome === 'new') {
    const row = {
      ...flag,
      user_id: caller.user.id,
      organization_id: organizationId,
      search_text,
    }
    await database.insertInto('flags').values(row).execute()
  } else {
    const { id, flag_type, reason, expires_at } = flag
    await database
      .updateTable('flags')
      .set({ flag_type, reason, expires_at, search_text })
      .where('id', '=', id)
      .where('organization_id', '=', organizationId)
      .execute()
  }
  await recordAct(services, database, actorOf(caller), {
    action: verdict.outcome === 'new' ? 'flag-add' : 'flag-change',
    target: 'flag',
    targetId: flag.id,
    detail: verdict.outcome === 'new' ? flag.flag_type : verdict.changed.join(' '),
  })
  return flag
}

function show(flag: ShownFlag, { trustablePublicMail }: FlagRules) {
  return showFlag(flag, trustablePublicMail)
}

function answerOf(
  row: ParsedFlag,
  verdict: FlagVerdict,
  written?: ReturnType<typeof showFlag>,
): Answer {
  const { outcome } = verdict
  return {
    line: row.line,
    outcome,
    flag: written ?? (verdict.outcome === 'unchanged' ? showFlag(verdict.known, []) : null),
    former: verdict.outcome === 'changed' ? showFlag(verdict.known, []) : null,
    ...('changed' in verdict ? { changed: [...verdict.changed] } : {}),
    keys: 'row' in row ? [row.row.value] : [],
    ...('fault' in verdict ? { problem: rowProblemOf(verdict.fault) } : {}),
  }
}
