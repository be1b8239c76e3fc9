import { type RawBuilder, sql } from 'kysely'
import type { Database } from '../tables/tables.ts'

/** A table whose rows belong to the organization that their user was in. */
export interface FilledTable {
  readonly name: 'scans' | 'reported_mails' | 'mail_checks'
  /** The primary key before this migration. */
  readonly key: readonly string[]
  readonly organization: RawBuilder<string>
}

/** Flags move with their users and are few, so that they are filled at once. */
export const filledTables: readonly FilledTable[] = [
  { name: 'scans', key: ['id'], organization: organizationOf('scans', 'received_at') },
  {
    name: 'reported_mails',
    key: ['user_id', 'id'],
    organization: organizationOf('reported_mails', 'kept_since'),
  },
  { name: 'mail_checks', key: ['id'], organization: organizationOf('mail_checks', 'checked_at') },
]

/**
 * Mail from before the user's time in the organization belongs to one that is not known any more:
 * it stays the user's own, and no lead sees it.
 */
function organizationOf(table: FilledTable['name'], time: string): RawBuilder<string> {
  const ref = (column: string) => sql.ref(`${table}.${column}`)
  return sql<string>`coalesce((select users.organization_id from users
    left join organization_joins on organization_joins.user_id = users.id
    where users.id = ${ref('user_id')}
      and (organization_joins.joined_at is null
        or ${ref(time)} >= organization_joins.joined_at)), '')`
}

export async function fillAll(
  database: Database,
  { name, organization }: FilledTable,
): Promise<void> {
  await sql`update ${sql.table(name)} set organization_id = ${organization}
    where organization_id is null`.execute(database)
}
