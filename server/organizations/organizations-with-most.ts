import type { SelectQueryBuilder } from 'kysely'
import type { Tables } from '../database/tables/tables.ts'

/** The organizations of some users, without suspended ones, that with most of them first. */
export async function organizationsWithMost(users: SelectQueryBuilder<Tables, 'users', object>) {
  const found = await users
    .innerJoin('organizations', 'organizations.id', 'users.organization_id')
    .select(({ fn }) => ['organizations.id', 'organizations.name', fn.countAll().as('users')])
    .where('organizations.suspended_at', 'is', null)
    .groupBy(['organizations.id', 'organizations.name'])
    .orderBy('organizations.id')
    .execute()
  return found
    .map(({ id, name, users }) => ({ id, name, users: Number(users) }))
    .sort((one, other) => other.users - one.users)
}
