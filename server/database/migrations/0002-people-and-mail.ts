import type { Kysely } from 'kysely'

/** Creates the mail queue and the audit trail, which user management needs. */
export async function up({ schema }: Kysely<unknown>): Promise<void> {
  await schema
    .createTable('mails')
    .addColumn('id', 'text', (column) => column.primaryKey().notNull())
    .addColumn('recipient', 'text', (column) => column.notNull())
    .addColumn('subject', 'text', (column) => column.notNull())
    .addColumn('body', 'text', (column) => column.notNull())
    .addColumn('created_at', 'text', (column) => column.notNull())
    .addColumn('attempts', 'integer', (column) => column.notNull())
    .addColumn('next_attempt_at', 'text', (column) => column.notNull())
    .addColumn('sent_at', 'text')
    .addColumn('last_error', 'text')
    .addColumn('message_id', 'text', (column) => column.notNull())
    .execute()
  await schema
    .createIndex('mails_to_send')
    .on('mails')
    .columns(['sent_at', 'next_attempt_at'])
    .execute()
  // No foreign keys: entries outlive the users that they name.
  await schema
    .createTable('audit')
    .addColumn('id', 'text', (column) => column.primaryKey().notNull())
    .addColumn('at', 'text', (column) => column.notNull())
    .addColumn('actor_id', 'text')
    .addColumn('actor_role', 'text', (column) => column.notNull())
    .addColumn('action', 'text', (column) => column.notNull())
    .addColumn('target_type', 'text', (column) => column.notNull())
    .addColumn('target_id', 'text')
    .addColumn('address', 'text', (column) => column.notNull())
    .addColumn('detail', 'text', (column) => column.notNull())
    .execute()
  for (const column of ['actor_id', 'target_id'] as const) {
    await schema.createIndex(`audit_by_${column}`).on('audit').column(column).execute()
  }
  // The admin dashboard counts active users, and a removal looks for another admin.
  await schema.createIndex('users_by_role').on('users').columns(['is_active', 'role']).execute()
}
