import type { Kysely } from 'kysely'

/**
 * Adds scopes of gateway keys, other addresses of users, and revisions of the flags that gateways
 * read. Existing keys may only report, as before.
 */
export async function up({ schema }: Kysely<unknown>): Promise<void> {
  await schema
    .alterTable('gateway_keys')
    .addColumn('scope', 'text', (column) => column.notNull().defaultTo('report'))
    .execute()
  await schema
    .createTable('user_aliases')
    .addColumn('address', 'text', (column) => column.primaryKey().notNull())
    .addColumn('user_id', 'text', (column) =>
      column.notNull().references('users.id').onDelete('cascade'),
    )
    .execute()
  await schema.createIndex('user_aliases_of_user').on('user_aliases').column('user_id').execute()
  // Maps of flags count each user's flags of one type.
  await schema.createIndex('flags_of_type').on('flags').columns(['user_id', 'flag_type']).execute()
  await schema
    .createTable('flag_revisions')
    .addColumn('organization_id', 'text', (column) =>
      column.primaryKey().notNull().references('organizations.id').onDelete('cascade'),
    )
    .addColumn('revision', 'text', (column) => column.notNull())
    .execute()
}
