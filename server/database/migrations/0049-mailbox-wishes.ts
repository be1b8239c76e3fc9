import type { Kysely } from 'kysely'

/** Users of watched mailboxes may want known senders from the start, and mail moved afterwards. */
export async function up({ schema }: Kysely<unknown>): Promise<void> {
  await schema
    .alterTable('mailboxes')
    .addColumn('moves_last_day', 'integer', (column) => column.notNull().defaultTo(0))
    .execute()
  await schema
    .alterTable('mailboxes')
    .addColumn('reads_senders', 'integer', (column) => column.notNull().defaultTo(0))
    .execute()
  await schema
    .createTable('mailbox_senders')
    .addColumn('mailbox_id', 'text', (column) =>
      column.notNull().references('mailboxes.id').onDelete('cascade'),
    )
    .addColumn('sender', 'text', (column) => column.notNull())
    .addColumn('days', 'integer', (column) => column.notNull())
    .addColumn('last_at', 'text', (column) => column.notNull())
    .addPrimaryKeyConstraint('mailbox_senders_key', ['mailbox_id', 'sender'])
    .execute()
  await schema
    .createIndex('mailbox_senders_by_age')
    .on('mailbox_senders')
    .column('last_at')
    .execute()
}
