import { type RawBuilder, sql } from 'kysely'
import type { AuditTarget } from '../../contract/audit/audit-action.ts'
import { nextSlot, type Position, type ReadRows, type SortOrder } from '../database/keyset.ts'
import { isOneOf } from '../database/search-index.ts'
import type { Audit } from '../database/tables/operation.ts'
import type { Database } from '../database/tables/tables.ts'

type Names = ReadonlyMap<string, string>

interface Named {
  readonly actor_name: string | null
  readonly target_name: string | null
  readonly organization_id: string | null
  readonly organization_name: string | null
}

/** Targets that have names. A flag is not: its value may say whom its user writes to. */
const namedTargets: Partial<Record<string, Table>> = {
  user: 'users',
  organization: 'organizations',
  'gateway-key': 'gateway_keys',
  'operator-key': 'operator_keys',
  'scim-token': 'scim_tokens',
  webhook: 'webhooks',
} satisfies Partial<Record<AuditTarget, Table>>

type Table =
  | 'users'
  | 'organizations'
  | 'gateway_keys'
  | 'operator_keys'
  | 'scim_tokens'
  | 'webhooks'

/** Adds the present names of actors, targets and organizations. */
export async function nameEntries<Entry extends Audit>(
  database: Database,
  entries: readonly Entry[],
): Promise<readonly (Entry & Named)[]> {
  const asked: Record<Table, Set<string>> = {
    users: new Set(),
    organizations: new Set(),
    gateway_keys: new Set(),
    operator_keys: new Set(),
    scim_tokens: new Set(),
    webhooks: new Set(),
  }
  const ask = (table: Table | undefined, id: string | null) => {
    if (table !== undefined && id !== null) asked[table].add(id)
  }
  for (const entry of entries) {
    ask(tableOfActor(entry), entry.actor_id)
    ask(namedTargets[entry.target_type], entry.target_id)
    ask('organizations', organizationOf(entry))
  }
  const names: Record<Table, Names> = {
    users: await namesOfUsers(database, [...asked.users]),
    organizations: await namesIn(database, 'organizations', 'name', [...asked.organizations]),
    gateway_keys: await namesIn(database, 'gateway_keys', 'label', [...asked.gateway_keys]),
    operator_keys: await namesIn(database, 'operator_keys', 'label', [...asked.operator_keys]),
    scim_tokens: await namesIn(database, 'scim_tokens', 'note', [...asked.scim_tokens]),
    webhooks: await namesIn(database, 'webhooks', 'description', [...asked.webhooks]),
  }
  const nameOf = (table: Table | undefined, id: string | null) =>
    (table && names[table].get(id ?? '')) || null
  return entries.map((entry) => ({
    ...entry,
    actor_name: nameOf(tableOfActor(entry), entry.actor_id),
    target_name: nameOf(namedTargets[entry.target_type], entry.target_id),
    organization_id: organizationOf(entry),
    organization_name: nameOf('organizations', organizationOf(entry)),
  }))
}

function tableOfActor({ actor_role }: Audit): Table {
  return actor_role === 'scim-token' ? 'scim_tokens' : 'users'
}

function organizationOf({ target_organization_id, actor_organization_id }: Audit): string | null {
  return target_organization_id ?? actor_organization_id
}

async function namesOfUsers(database: Database, ids: readonly string[]): Promise<Names> {
  if (ids.length === 0) return new Map()
  const rows = await database
    .selectFrom('users')
    .select(['id', 'full_name', 'username'])
    .where(isOneOf(database, 'id', ids))
    .where('removed_at', 'is', null)
    .execute()
  return new Map(rows.map(({ id, full_name, username }) => [id, full_name || username]))
}

async function namesIn(
  database: Database,
  table: Exclude<Table, 'users'>,
  column: 'name' | 'label' | 'note' | 'description',
  ids: readonly string[],
): Promise<Names> {
  if (ids.length === 0) return new Map()
  const { rows } = await sql<{ id: string; name: string }>`
    select id, ${sql.ref(column)} as name from ${sql.table(table)}
    where ${isOneOf(database, 'id', ids)}`.execute(database)
  return new Map(rows.map(({ id, name }) => [id, name]))
}

export interface EntryFilter {
  readonly actor_id?: string | undefined
  readonly target_id?: string | undefined
  /** The actor's or the target's, when the entry was recorded. */
  readonly organization_id?: string | undefined
  readonly action?: string | undefined
  /** Inclusive. */
  readonly from?: string | undefined
  /** Exclusive. */
  readonly to?: string | undefined
}

export type Entry = Audit & Position

/** A value that one of these columns has; each of them has an index that goes on with time and id. */
interface Condition {
  readonly columns: readonly [string, ...string[]]
  readonly value: string
}

/** One statement looks at no more entries; a few milliseconds. */
const batchRows = 1000

/**
 * Reads the audit trail in its order, forwards or backwards in time. One condition is followed by its
 * index; several by the index of the one that the fewest entries fulfil, in batches.
 */
export function readEntries(
  database: Database,
  filter: EntryFilter,
  { isDescending }: Pick<SortOrder, 'isDescending'>,
): ReadRows<Entry> {
  const conditions = conditionsOf(filter)
  const order = isDescending ? sql`at desc, id desc` : sql`at, id`
  const within = (after: Position | undefined) => rangeOf(filter, isDescending, after)

  const findNext = (after: Position | undefined, { columns, value }: Condition, most: number) => {
    const parts = columns.map(
      (column) => sql`select * from (
        select id, at from audit where ${sql.ref(column)} = ${value} and ${within(after)}
        order by ${order} limit ${sql.lit(most)}) as newest`,
    )
    // `union` leaves out an entry whose actor and target are of the same organization.
    return sql<Position>`select id, at as sort_key from (${sql.join(parts, sql` union `)}) as wanted
      order by ${order} limit ${sql.lit(most)}`.execute(database)
  }

  return async (after, limit) => {
    const [first, ...others] = conditions
    if (first === undefined) return select(database, within(after), order, limit)
    const size = others.length === 0 ? limit : batchRows
    const isEach = sql<boolean>`${sql.join(conditions.map(isFulfilled), sql` and `)}`
    const found: Entry[] = []
    let { condition, rows: batch } = await fewest(conditions, async (condition) => {
      const { rows } = await findNext(after, condition, size)
      return { condition, rows, isWhole: rows.length < size }
    })
    for (;;) {
      const ids = batch.map(({ id }) => id)
      const isFound = sql<boolean>`${isOneOf(database, 'audit.id', ids)} and ${isEach}`
      found.push(...(await select(database, isFound, order, limit - found.length)))
      if (batch.length < size || found.length === limit) return found
      await nextSlot()
      batch = (await findNext(batch.at(-1), condition, size)).rows
    }
  }
}

/** Tries each until one has all of its entries in a batch; the first one if none has. */
async function fewest<Found extends { readonly isWhole: boolean }>(
  [first, ...others]: readonly [Condition, ...Condition[]] | readonly Condition[],
  find: (condition: Condition) => Promise<Found>,
): Promise<Found> {
  if (first === undefined) throw new RangeError('no condition')
  const found = await find(first)
  if (found.isWhole) return found
  for (const condition of others) {
    const other = await find(condition)
    if (other.isWhole) return other
  }
  return found
}

/** In the order in which they are likely to be fulfilled by few. */
function conditionsOf(filter: EntryFilter): Condition[] {
  const { target_id, actor_id, organization_id, action } = filter
  const given = [
    { columns: ['target_id'], value: target_id },
    { columns: ['actor_id'], value: actor_id },
    { columns: ['target_organization_id', 'actor_organization_id'], value: organization_id },
    { columns: ['action'], value: action },
  ] as const
  return given.flatMap(({ columns, value }) => (value === undefined ? [] : [{ columns, value }]))
}

function isFulfilled({ columns, value }: Condition): RawBuilder<boolean> {
  const either = columns.map((column) => sql`${sql.ref(column)} = ${value}`)
  return sql<boolean>`(${sql.join(either, sql` or `)})`
}

function rangeOf(
  { from = '', to }: EntryFilter,
  isDescending: boolean,
  after: Position | undefined,
): RawBuilder<boolean> {
  const beyond =
    after &&
    sql`(at, id) ${sql.raw(isDescending ? '<' : '>')}
    (${after.sort_key}, ${after.id})`
  const isBeforeEnd = to === undefined ? [] : [sql`at < ${to}`]
  const isSinceStart = sql`at >= ${from}`
  // With two bounds on one side an engine may search the index by the wider one.
  const bounds = isDescending
    ? [...(beyond === undefined ? isBeforeEnd : [beyond]), isSinceStart]
    : [beyond ?? isSinceStart, ...isBeforeEnd]
  return sql<boolean>`${sql.join(bounds, sql` and `)}`
}

async function select(
  database: Database,
  condition: RawBuilder<boolean>,
  order: RawBuilder<unknown>,
  limit: number,
): Promise<readonly Entry[]> {
  return database
    .selectFrom('audit')
    .selectAll()
    .select('at as sort_key')
    .where(condition)
    .orderBy(order)
    .limit(limit)
    .execute()
}
