import type { Kysely } from 'kysely'

/** Mailboxes that Aman watches for their users, and the mail that it judged in them. */
export async function up({ schema }: Kysely<unknown>): Promise<void> {
  await schema
    .createTable('mailboxes')
    .addColumn('id', 'text', (column) => column.primaryKey().notNull())
    .addColumn('user_id', 'text', (column) => column.notNull().unique().references('users.id'))
    .addColumn('address', 'text', (column) => column.notNull())
    .addColumn('host', 'text', (column) => column.notNull())
    .addColumn('port', 'integer', (column) => column.notNull())
    .addColumn('security', 'text', (column) => column.notNull())
    .addColumn('username', 'text', (column) => column.notNull())
    .addColumn('sealed_password', 'text', (column) => column.notNull())
    .addColumn('action', 'text', (column) => column.notNull())
    .addColumn('state', 'text', (column) => column.notNull())
    .addColumn('problem', 'text')
    .addColumn('refusals', 'integer', (column) => column.notNull())
    .addColumn('authserv_id', 'text', (column) => column.notNull())
    .addColumn('uid_validity', 'text', (column) => column.notNull())
    .addColumn('last_uid', 'text', (column) => column.notNull())
    .addColumn('folder', 'text', (column) => column.notNull())
    .addColumn('folder_made_on', 'text')
    .addColumn('folder_seen', 'text', (column) => column.notNull())
    .addColumn('junk_seen', 'text', (column) => column.notNull())
    .addColumn('connected_at', 'text', (column) => column.notNull())
    .addColumn('seen_at', 'text')
    .addColumn('last_mail_at', 'text')
    .addColumn('asked_at', 'text')
    .addColumn('watcher', 'text')
    .execute()
  await schema
    .createIndex('mailboxes_by_watcher')
    .on('mailboxes')
    .columns(['state', 'watcher'])
    .execute()
  await schema
    .createTable('mailbox_mails')
    .addColumn('mailbox_id', 'text', (column) =>
      column.notNull().references('mailboxes.id').onDelete('cascade'),
    )
    .addColumn('id', 'text', (column) => column.notNull())
    .addColumn('scan_id', 'text', (column) => column.notNull())
    .addColumn('place', 'text', (column) => column.notNull())
    .addColumn('uid', 'text', (column) => column.notNull())
    .addColumn('received_at', 'text', (column) => column.notNull())
    .addColumn('judged_at', 'text', (column) => column.notNull())
    .addPrimaryKeyConstraint('mailbox_mails_key', ['mailbox_id', 'id'])
    .execute()
  await schema
    .createIndex('mailbox_mails_by_place')
    .on('mailbox_mails')
    .columns(['mailbox_id', 'place'])
    .execute()
  await schema.createIndex('mailbox_mails_by_age').on('mailbox_mails').column('judged_at').execute()
  await schema
    .createTable('mailbox_watchers')
    .addColumn('id', 'text', (column) => column.primaryKey().notNull())
    .addColumn('alive_until', 'text', (column) => column.notNull())
    .execute()
}
