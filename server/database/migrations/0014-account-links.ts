import type { Kysely } from 'kysely'

/**
 * Adds links with which users set a password, requests for them, and which users have a password that
 * another person set. Existing users count as having set their own.
 */
export async function up({ schema }: Kysely<unknown>): Promise<void> {
  await schema
    .createTable('account_links')
    .addColumn('secret_hash', 'text', (column) => column.primaryKey().notNull())
    .addColumn('user_id', 'text', (column) =>
      column.notNull().references('users.id').onDelete('cascade'),
    )
    .addColumn('purpose', 'text', (column) => column.notNull())
    .addColumn('bound_to', 'text', (column) => column.notNull())
    .addColumn('created_at', 'text', (column) => column.notNull())
    .addColumn('expires_at', 'text', (column) => column.notNull())
    .execute()
  await schema
    .createIndex('account_links_of_user')
    .on('account_links')
    .columns(['user_id', 'created_at'])
    .execute()
  await schema
    .createIndex('account_links_by_age')
    .on('account_links')
    .column('expires_at')
    .execute()
  await schema
    .createTable('reset_requests')
    .addColumn('id', 'text', (column) => column.primaryKey().notNull())
    .addColumn('login', 'text', (column) => column.notNull())
    .addColumn('login_hash', 'text', (column) => column.notNull())
    .addColumn('network', 'text', (column) => column.notNull())
    .addColumn('requested_at', 'text', (column) => column.notNull())
    .addColumn('answered_at', 'text')
    .execute()
  for (const column of ['login_hash', 'network'] as const) {
    await schema
      .createIndex(`reset_requests_by_${column}`)
      .on('reset_requests')
      .columns([column, 'requested_at'])
      .execute()
  }
  await schema
    .createIndex('reset_requests_by_age')
    .on('reset_requests')
    .column('requested_at')
    .execute()
  await schema
    .alterTable('users')
    .addColumn('must_change_password', 'integer', (column) => column.notNull().defaultTo(0))
    .execute()
  await schema.alterTable('users').addColumn('invitation_expires_at', 'text').execute()
  await schema
    .alterTable('mails')
    .addColumn('holds_secret', 'integer', (column) => column.notNull().defaultTo(0))
    .execute()
}
