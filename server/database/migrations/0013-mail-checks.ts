import type { Kysely } from 'kysely'

/** Keeps which user checked a mail and when, without the mail. */
export async function up({ schema }: Kysely<unknown>): Promise<void> {
  await schema
    .createTable('mail_checks')
    .addColumn('id', 'text', (column) => column.primaryKey().notNull())
    .addColumn('user_id', 'text', (column) =>
      column.notNull().references('users.id').onDelete('cascade'),
    )
    .addColumn('checked_at', 'text', (column) => column.notNull())
    .addColumn('threat_level', 'text')
    .execute()
  await schema
    .createIndex('mail_checks_of_user')
    .on('mail_checks')
    .columns(['user_id', 'checked_at'])
    .execute()
  await schema.createIndex('mail_checks_by_age').on('mail_checks').column('checked_at').execute()
}
