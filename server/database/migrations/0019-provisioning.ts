import { type Kysely, sql } from 'kysely'

/**
 * Email domains of organizations, and what their identity providers need to keep the list of users:
 * tokens, a setting, and what a provider says about a user.
 */
export async function up({ schema }: Kysely<unknown>): Promise<void> {
  await schema
    .createTable('organization_domains')
    .addColumn('organization_id', 'text', (column) =>
      column.notNull().references('organizations.id'),
    )
    .addColumn('domain', 'text', (column) => column.notNull())
    .addColumn('created_at', 'text', (column) => column.notNull())
    .addColumn('approved_at', 'text')
    .addPrimaryKeyConstraint('organization_domains_key', ['organization_id', 'domain'])
    .execute()
  // Several organizations may propose a domain, and one has it.
  await schema
    .createIndex('approved_domains')
    .unique()
    .on('organization_domains')
    .column('domain')
    .where(sql.ref('approved_at'), 'is not', null)
    .execute()
  await schema
    .createTable('scim_tokens')
    .addColumn('id', 'text', (column) => column.primaryKey().notNull())
    .addColumn('organization_id', 'text', (column) =>
      column.notNull().references('organizations.id'),
    )
    .addColumn('token_hash', 'text', (column) => column.notNull().unique())
    .addColumn('note', 'text', (column) => column.notNull())
    .addColumn('created_at', 'text', (column) => column.notNull())
    .addColumn('last_used_at', 'text')
    .addColumn('revoked_at', 'text')
    .execute()
  await schema
    .createIndex('scim_tokens_of_organization')
    .on('scim_tokens')
    .column('organization_id')
    .execute()
  await schema
    .createTable('scim_settings')
    .addColumn('organization_id', 'text', (column) =>
      column.primaryKey().notNull().references('organizations.id'),
    )
    .addColumn('sends_invitations', 'integer', (column) => column.notNull())
    .execute()
  await schema
    .createTable('scim_users')
    .addColumn('user_id', 'text', (column) =>
      column.primaryKey().notNull().references('users.id').onDelete('cascade'),
    )
    .addColumn('external_id', 'text')
    .addColumn('given_name', 'text', (column) => column.notNull().defaultTo(''))
    .addColumn('family_name', 'text', (column) => column.notNull().defaultTo(''))
    .addColumn('changed_at', 'text', (column) => column.notNull())
    .execute()
  await schema
    .createIndex('scim_users_by_external_id')
    .on('scim_users')
    .column('external_id')
    .execute()
}
