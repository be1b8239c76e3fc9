import { sql } from 'kysely'
import type { AuditTarget } from '../../contract/audit/audit-action.ts'
import { isOneOf } from '../database/search-index.ts'
import type { Audit, Database } from '../database/tables/tables.ts'

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
