import { sql } from 'kysely'
import type { Database } from '../database/tables/tables.ts'
import type { Own } from './worker-knowledge.ts'

const mostPeople = 2000

export async function readOwn(database: Database, organizationId: string): Promise<Own> {
  const domains = await database
    .selectFrom('organization_domains')
    .select('domain')
    .where('organization_id', '=', organizationId)
    .where('approved_at', 'is not', null)
    .execute()
  const people = await database
    .selectFrom('users')
    .select(['full_name', 'email'])
    .where('organization_id', '=', organizationId)
    .orderBy('id')
    .limit(sql.lit(mostPeople))
    .execute()
  return {
    domains: domains.map(({ domain }) => domain),
    people: people.map(({ full_name, email }) => ({ name: full_name, address: email })),
  }
}
