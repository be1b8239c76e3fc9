import type { Kysely } from 'kysely'

/** The identity providers of organizations, the identities of users there, and sign-ins that have begun. */
export async function up({ schema }: Kysely<unknown>): Promise<void> {
  await schema
    .createTable('identity_providers')
    .addColumn('organization_id', 'text', (column) =>
      column.primaryKey().notNull().references('organizations.id').onDelete('cascade'),
    )
    .addColumn('mode', 'text', (column) => column.notNull())
    .addColumn('issuer', 'text', (column) => column.notNull())
    .addColumn('client_id', 'text', (column) => column.notNull())
    .addColumn('sealed_secret', 'text', (column) => column.notNull())
    .addColumn('break_glass_user_id', 'text', (column) =>
      column.references('users.id').onDelete('set null'),
    )
    .addColumn('changed_at', 'text', (column) => column.notNull())
    .execute()
  await schema
    .createIndex('identity_providers_by_break_glass')
    .on('identity_providers')
    .column('break_glass_user_id')
    .execute()
  await schema
    .createTable('identity_links')
    .addColumn('user_id', 'text', (column) =>
      column.notNull().references('users.id').onDelete('cascade'),
    )
    .addColumn('issuer', 'text', (column) => column.notNull())
    .addColumn('subject', 'text', (column) => column.notNull())
    .addColumn('created_at', 'text', (column) => column.notNull())
    .addColumn('last_used_at', 'text')
    .addPrimaryKeyConstraint('identity_links_key', ['user_id', 'issuer'])
    .addUniqueConstraint('identity_links_subject', ['issuer', 'subject'])
    .execute()
  await schema
    .createTable('unlinked_identities')
    .addColumn('organization_id', 'text', (column) =>
      column.notNull().references('organizations.id').onDelete('cascade'),
    )
    .addColumn('issuer', 'text', (column) => column.notNull())
    .addColumn('subject', 'text', (column) => column.notNull())
    .addColumn('email', 'text', (column) => column.notNull())
    .addColumn('seen_at', 'text', (column) => column.notNull())
    .addPrimaryKeyConstraint('unlinked_identities_key', ['organization_id', 'issuer', 'subject'])
    .execute()
  await schema
    .createIndex('unlinked_identities_by_age')
    .on('unlinked_identities')
    .column('seen_at')
    .execute()
  await schema
    .createTable('sign_on_attempts')
    .addColumn('state_hash', 'text', (column) => column.primaryKey().notNull())
    .addColumn('organization_id', 'text', (column) =>
      column.notNull().references('organizations.id').onDelete('cascade'),
    )
    .addColumn('issuer', 'text', (column) => column.notNull())
    .addColumn('client_id', 'text', (column) => column.notNull())
    .addColumn('bound_to', 'text', (column) => column.notNull())
    .addColumn('origin', 'text', (column) => column.notNull())
    .addColumn('network', 'text', (column) => column.notNull())
    .addColumn('session_hash', 'text')
    .addColumn('user_id', 'text', (column) => column.references('users.id').onDelete('cascade'))
    .addColumn('code_hash', 'text', (column) => column.unique())
    .addColumn('expires_at', 'text', (column) => column.notNull())
    .execute()
  for (const column of ['organization_id', 'user_id', 'network', 'expires_at']) {
    await schema
      .createIndex(`sign_on_attempts_by_${column}`)
      .on('sign_on_attempts')
      .column(column)
      .execute()
  }
  await schema
    .alterTable('sessions')
    .addColumn('is_single_sign_on', 'integer', (column) => column.notNull().defaultTo(0))
    .execute()
}
