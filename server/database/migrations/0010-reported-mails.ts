import type { Kysely } from 'kysely'

/** Recognises mail that rspamd reports again. */
export async function up({ schema }: Kysely<unknown>): Promise<void> {
  await schema
    .createTable('reported_mails')
    .addColumn('id', 'text', (column) => column.primaryKey().notNull())
    .addColumn('user_id', 'text', (column) =>
      column.notNull().references('users.id').onDelete('cascade'),
    )
    .addColumn('scan_id', 'text', (column) => column.notNull())
    .addColumn('level', 'text', (column) => column.notNull())
    .addColumn('reported_level', 'text', (column) => column.notNull())
    .addColumn('risk', 'double precision', (column) => column.notNull())
    .addColumn('received_at', 'text', (column) => column.notNull())
    .addColumn('kept_since', 'text', (column) => column.notNull())
    .execute()
  // Finds the rows of a removed user.
  await schema
    .createIndex('reported_mails_of_user')
    .on('reported_mails')
    .column('user_id')
    .execute()
  await schema
    .createIndex('reported_mails_by_age')
    .on('reported_mails')
    .column('kept_since')
    .execute()
}
