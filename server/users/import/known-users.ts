import { sql } from 'kysely'
import type { Role } from '../../../contract/core/permissions.ts'
import { latinSkeleton } from '../../../contract/flags/look-alikes.ts'
import { fold } from '../../core/fold.ts'
import { isOneOf, usernameKey } from '../../database/search-index.ts'
import type { Users } from '../../database/tables/accounts.ts'
import type { Database } from '../../database/tables/tables.ts'
import { readAliases } from '../../organizations/organizations.ts'

export type KnownUser = Pick<
  Users,
  | 'id'
  | 'organization_id'
  | 'username'
  | 'username_key'
  | 'look_alike_key'
  | 'email'
  | 'full_name'
  | 'department'
  | 'phone'
  | 'is_active'
  | 'password_hash'
> & { readonly role: Role; readonly aliases: readonly string[] }

/** The names in a row that users may have already. */
export interface Names {
  readonly username: string
  readonly email: string
  readonly aliases: readonly string[]
}

/** The users that rows of an import may be about, or collide with. */
export interface KnownUsers {
  readonly byName: ReadonlyMap<string, KnownUser>
  readonly byAddress: ReadonlyMap<string, KnownUser>
  /** Users whose usernames look alike. */
  readonly bySkeleton: ReadonlyMap<string, KnownUser>
}

function indexUsers(users: readonly KnownUser[]): KnownUsers {
  const addresses = users.flatMap((user) =>
    [user.email, ...user.aliases].map((address) => [address, user] as const),
  )
  const skeletons = users.flatMap((user) =>
    user.look_alike_key === null ? [] : [[user.look_alike_key, user] as const],
  )
  return {
    byName: new Map(users.map((user) => [user.username_key, user])),
    byAddress: new Map(addresses),
    bySkeleton: new Map(skeletons),
  }
}

/**
 * Reads them with one query where there are none, as for most new users. In a transaction it locks them,
 * so that what a row does not name stays as others have just set it.
 */
export async function readKnownUsers(
  database: Database,
  rows: readonly Names[],
): Promise<KnownUsers> {
  const addresses = rows.flatMap(({ email, aliases }) => [email, ...aliases])
  const names = rows.map(({ username }) => usernameKey(username))
  const skeletons = rows.map(({ username }) => latinSkeleton(username))
  const { rows: found } = await sql<{ id: string }>`
    select id from users where ${isOneOf(database, 'username_key', names)}
    union select id from users where ${isOneOf(database, 'look_alike_key', skeletons)}
    union select id from users where ${isOneOf(database, 'email', addresses)}
    union select user_id from user_aliases where ${isOneOf(database, 'address', addresses)}
  `.execute(database)
  const ids = found.map(({ id }) => id)
  return indexUsers(ids.length === 0 ? [] : await readUsers(database, ids))
}

async function readUsers(database: Database, ids: readonly string[]): Promise<KnownUser[]> {
  const users = await database
    .selectFrom('users')
    .select([
      'id',
      'organization_id',
      'username',
      'username_key',
      'look_alike_key',
      'email',
      'full_name',
      'role',
      'department',
      'phone',
      'is_active',
      'password_hash',
    ])
    .where(isOneOf(database, 'id', ids))
    .orderBy('id')
    .$if(database.isTransaction, (query) => query.forUpdate())
    .execute()
  const aliases = await readAliases(database, ids)
  return users.map((user) => ({ ...user, aliases: aliases.get(user.id) ?? [] }))
}

/** @returns ids by folded name, and those that exist by id */
export async function readOrganizations(
  database: Database,
  names: readonly string[],
  id: string | undefined,
): Promise<{ readonly byName: ReadonlyMap<string, string>; readonly ids: ReadonlySet<string> }> {
  const keys = [...new Set(names.map(organizationKey))]
  const found = await database
    .selectFrom('organizations')
    .select(['id', 'name_key'])
    .where((column) =>
      column.or([isOneOf(database, 'name_key', keys), column('id', '=', id ?? '')]),
    )
    .execute()
  return {
    byName: new Map(found.map((organization) => [organization.name_key, organization.id])),
    ids: new Set(found.map((organization) => organization.id)),
  }
}

export function organizationKey(name: string): string {
  return fold(name).trim()
}
