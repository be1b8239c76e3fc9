import type { Kysely } from 'kysely'

/** One login at a mail server opens the mailboxes of an organization's users. */
export async function up({ schema }: Kysely<unknown>): Promise<void> {
  await schema
    .createTable('mailbox_credentials')
    .addColumn('organization_id', 'text', (column) =>
      column.primaryKey().notNull().references('organizations.id'),
    )
    .addColumn('domain', 'text', (column) => column.notNull())
    .addColumn('host', 'text', (column) => column.notNull())
    .addColumn('port', 'integer', (column) => column.notNull())
    .addColumn('security', 'text', (column) => column.notNull())
    .addColumn('login', 'text', (column) => column.notNull())
    .addColumn('sealed_password', 'text', (column) => column.notNull())
    .addColumn('is_local', 'integer', (column) => column.notNull())
    .addColumn('state', 'text', (column) => column.notNull())
    .addColumn('refusals', 'integer', (column) => column.notNull())
    .addColumn('refused_at', 'text')
    .addColumn('kept_at', 'text', (column) => column.notNull())
    .execute()
  await schema
    .alterTable('mailboxes')
    .addColumn('credential_of', 'text', (column) =>
      column.references('mailbox_credentials.organization_id').onDelete('cascade'),
    )
    .execute()
  await schema
    .createIndex('mailboxes_by_credential')
    .on('mailboxes')
    .column('credential_of')
    .execute()
}
