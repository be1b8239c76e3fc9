import { type Expression, type ExpressionBuilder, type SqlBool, sql } from 'kysely'
import { countRows } from '../database/count-rows.ts'
import { usernameKeys } from '../database/search-index.ts'
import type { Database, Tables } from '../database/tables/tables.ts'
import { describingColumns } from '../sign-in/sign-in.ts'
import type { Condition } from './filter.ts'

const columns = [
  ...describingColumns,
  'scim_users.external_id',
  'scim_users.given_name',
  'scim_users.family_name',
  'scim_users.changed_at',
] as const

/**
 * The users of an organization that its provider sees. A super admin works for the operator, also with
 * an organization, and is not among them.
 */
function visibleUsers(database: Database, organizationId: string) {
  return database
    .selectFrom('users')
    .leftJoin('scim_users', 'scim_users.user_id', 'users.id')
    .where('users.organization_id', '=', organizationId)
    .where('users.role', '!=', 'super_admin')
    .where('users.removed_at', 'is', null)
}

export function findUser(database: Database, organizationId: string, id: string) {
  return visibleUsers(database, organizationId)
    .select(columns)
    .where('users.id', '=', id)
    .executeTakeFirst()
}

export type FoundUser = NonNullable<Awaited<ReturnType<typeof findUser>>>

interface Page {
  readonly conditions: readonly Condition[]
  /** From 1. */
  readonly startIndex: number
  readonly count: number
}

/** In the order of creation. */
export async function findUsers(
  database: Database,
  organizationId: string,
  { conditions, startIndex, count }: Page,
) {
  const matchers = await Promise.all(conditions.map((condition) => matcherOf(database, condition)))
  const found = visibleUsers(database, organizationId).where((row) =>
    row.and([sql<SqlBool>`true`, ...matchers.map((matches) => matches(row))]),
  )
  const total = await countRows(found)
  const users =
    count === 0
      ? []
      : await found
          .select(columns)
          .orderBy('users.id')
          .offset(startIndex - 1)
          .limit(count)
          .execute()
  return { total, users }
}

type Row = ExpressionBuilder<
  Tables & { scim_users: Tables['scim_users'] | null },
  'users' | 'scim_users'
>
type Matches = (row: Row) => Expression<SqlBool>

/** Names and addresses are looked up first, each in its own index: lists are long. */
async function matcherOf(database: Database, { searched, value }: Condition): Promise<Matches> {
  switch (searched) {
    case 'id':
      return (row) => row('users.id', '=', value)
    case 'userName': {
      const id = (await idByUsername(database, value)) ?? (await idByAddress(database, value))
      return (row) => row('users.id', '=', id ?? unknownId)
    }
    case 'email': {
      const id = await idByAddress(database, value)
      return (row) => row('users.id', '=', id ?? unknownId)
    }
    case 'externalId':
      return (row) => row('scim_users.external_id', '=', value)
    case 'active':
      return (row) => row('users.is_active', '=', /^true$/i.test(value) ? 1 : 0)
  }
}

const unknownId = ''

async function idByUsername(database: Database, username: string): Promise<string | undefined> {
  const found = await database
    .selectFrom('users')
    .select('id')
    .where('username_key', 'in', usernameKeys(username))
    .executeTakeFirst()
  return found?.id
}

/**
 * By the email or an alias. Providers use addresses as usernames, so that one that no user has as a
 * username finds a user who was made under another name before the provider was connected.
 */
async function idByAddress(database: Database, given: string): Promise<string | undefined> {
  const address = given.toLowerCase()
  const found = await database
    .selectFrom('users')
    .select('id')
    .where('email', '=', address)
    .executeTakeFirst()
  if (found !== undefined) return found.id
  const alias = await database
    .selectFrom('user_aliases')
    .select('user_id')
    .where('address', '=', address)
    .executeTakeFirst()
  return alias?.user_id
}
