import { sql } from 'kysely'
import * as v from 'valibot'
import type { ParsedInputOf } from '../../contract/core/endpoint.ts'
import { listFlagsEndpoint } from '../../contract/flags/list-flags.ts'
import { prepare } from '../database/drivers/prepare.ts'
import type { Part, SortColumn } from '../database/keyset.ts'
import { organizationKey } from '../database/organization-key.ts'
import type { Users } from '../database/tables/accounts.ts'
import type { Flags } from '../database/tables/mail.ts'
import type { Database } from '../database/tables/tables.ts'
import { requireUser } from '../http/authentication.ts'
import { bindResponse } from '../http/bind.ts'
import { jsonAnswer } from '../http/json-answer.ts'
import { equals, openList } from '../http/list-page.ts'
import type { Services } from '../http/services.ts'
import { isIgnored } from '../organizations/organizations.ts'
import { isActive } from './ended-flags.ts'

export const shownColumns = [
  'id',
  'flag_type',
  'value',
  'reason',
  'created_at',
  'blocked_count',
  'expires_at',
  'last_matched_on',
] as const

export type ShownFlag = Pick<Flags, (typeof shownColumns)[number]>

/**
 * A flag as its owner sees it. The blocked count is of red flags only; an end and a last match are only
 * included where there is one.
 */
export function showFlag(row: ShownFlag, trustablePublicMail: readonly string[]) {
  const { id, flag_type, value, reason, created_at } = row
  return {
    ...{ id, flag_type, value, reason, created_at },
    blocked_count: flag_type === 'red' ? row.blocked_count : undefined,
    is_ignored: isIgnored(row, trustablePublicMail) || undefined,
    expires_at: row.expires_at ?? undefined,
    last_matched_on: row.last_matched_on ?? undefined,
  }
}

const findFlagsOf = prepare(
  (database, named: (name: 'userId' | 'organizationId' | 'now') => string) =>
    database
      .selectFrom('flags')
      .select(shownColumns)
      .where('user_id', '=', named('userId'))
      .where('organization_id', '=', named('organizationId'))
      .where(isActive(named('now')))
      .orderBy('id', 'desc'),
)

const countFlagsOf = prepare(
  (database, named: (name: 'userId' | 'organizationId' | 'now') => string) =>
    database
      .selectFrom('flags')
      .select(({ fn }) => ['flag_type', fn.countAll<number>().as('count')])
      .where('user_id', '=', named('userId'))
      .where('organization_id', '=', named('organizationId'))
      .where(isActive(named('now')))
      .groupBy('flag_type'),
)

const sorts = {
  // Ids rise with time.
  created_at: { column: 'flags.id', type: 'text', isUnique: true },
  // One user's flags have different values.
  value: { column: 'flags.value', type: 'text', isUnique: true },
  blocked_count: { column: 'flags.blocked_count', type: 'number', isUnique: false },
} as const satisfies Record<string, SortColumn>

/**
 * GET /flags/list (R282, R283, R354): the caller's flags, newest first. The counts are of all of them,
 * whatever page is asked for.
 */
export function listFlags(services: Services) {
  return bindResponse(services, listFlagsEndpoint, async (read, context) => {
    const { user } = await requireUser(services, context, listFlagsEndpoint)
    const input = await read()
    const answer =
      input === undefined ? await wholeList(services, user) : await somePage(services, user, input)
    const { flags, headers, green, red } = answer
    const body = {
      flags: flags.map((flag) => showFlag(flag, services.trustablePublicMail)),
      total: green + red,
      green_count: green,
      red_count: red,
    }
    return jsonAnswer(v.parse(listFlagsEndpoint.output, body), { headers })
  })
}

type Owner = Pick<Users, 'id' | 'organization_id'>

function keyOf({ id, organization_id }: Owner) {
  return { userId: id, organizationId: organizationKey(organization_id) }
}

async function wholeList({ database, clock }: Services, owner: Owner) {
  const flags = await findFlagsOf(database, { ...keyOf(owner), now: clock().toISOString() })
  const red = flags.filter(({ flag_type }) => flag_type === 'red').length
  return { flags, headers: {}, green: flags.length - red, red }
}

type Input = NonNullable<ParsedInputOf<typeof listFlagsEndpoint>>

async function somePage({ database, limits, clock }: Services, owner: Owner, input: Input) {
  const { userId, organizationId } = keyOf(owner)
  const now = clock().toISOString()
  const list = await openList(database, listFlagsEndpoint, input, {
    table: {
      name: 'flags',
      read: (part) => findFlags(database, part),
      scope: sql<boolean>`flags.user_id = ${userId} and flags.organization_id = ${organizationId}
        and (flags.expires_at is null or flags.expires_at > ${now})`,
      isShort: true,
    },
    sorts,
    usual: { sort: 'created_at', order: 'desc' },
    filters: [equals('flags.flag_type', input.flag_type)],
  })
  // One user has no more.
  const { rows, headers } = await list.page(input.limit ?? limits.flagsPerUser)
  const counts = await countFlagsOf(database, { userId, organizationId, now })
  const countOf = (type: Flags['flag_type']) =>
    Number(counts.find(({ flag_type }) => flag_type === type)?.count ?? 0)
  return { flags: rows, headers, green: countOf('green'), red: countOf('red') }
}

function findFlags(database: Database, { condition, sortKey, order, limit }: Part) {
  return database
    .selectFrom('flags')
    .select(shownColumns)
    .select(sortKey.as('sort_key'))
    .where(condition)
    .orderBy(order)
    .limit(limit)
    .execute()
}
