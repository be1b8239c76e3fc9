import type { Kysely } from 'kysely'

/**
 * Gateway keys of the operator, which cover all organizations or chosen ones, and a revision of the
 * addresses of an organization: the map of domains is read again only for those whose revision changed.
 */
export async function up({ schema }: Kysely<unknown>): Promise<void> {
  await schema
    .createTable('operator_keys')
    .addColumn('id', 'text', (column) => column.primaryKey().notNull())
    .addColumn('key_hash', 'text', (column) => column.notNull().unique())
    .addColumn('label', 'text', (column) => column.notNull())
    .addColumn('created_at', 'text', (column) => column.notNull())
    .addColumn('revoked_at', 'text')
    .addColumn('last_used_at', 'text')
    .addColumn('expires_at', 'text')
    .addColumn('networks', 'text', (column) => column.notNull())
    .addColumn('scope', 'text', (column) => column.notNull())
    .addColumn('covers_all', 'integer', (column) => column.notNull())
    .execute()
  await schema
    .createTable('covered_organizations')
    .addColumn('key_id', 'text', (column) =>
      column.notNull().references('operator_keys.id').onDelete('cascade'),
    )
    .addColumn('organization_id', 'text', (column) =>
      column.notNull().references('organizations.id').onDelete('cascade'),
    )
    .addPrimaryKeyConstraint('covered_organizations_key', ['key_id', 'organization_id'])
    .execute()
  await schema
    .createIndex('covered_organizations_of_organization')
    .on('covered_organizations')
    .column('organization_id')
    .execute()
  await schema.alterTable('flag_revisions').addColumn('addresses_revision', 'text').execute()
}
