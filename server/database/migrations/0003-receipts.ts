import { type Kysely, sql } from 'kysely'

/** Creates receipts and their counters, server secrets, and the state of sending mail. */
export async function up({ schema }: Kysely<unknown>): Promise<void> {
  await schema
    .createTable('counters')
    .addColumn('name', 'text', (column) => column.primaryKey().notNull())
    .addColumn('value', 'integer', (column) => column.notNull())
    .execute()
  await schema
    .createTable('secrets')
    .addColumn('name', 'text', (column) => column.primaryKey().notNull())
    .addColumn('value', 'text', (column) => column.notNull())
    .addColumn('created_at', 'text', (column) => column.notNull())
    .execute()
  await schema
    .createTable('receipts')
    .addColumn('number', 'text', (column) => column.primaryKey().notNull())
    .addColumn('organization_id', 'text', (column) =>
      column.notNull().references('organizations.id'),
    )
    .addColumn('month', 'text', (column) => column.notNull())
    .addColumn('organization_name', 'text', (column) => column.notNull())
    .addColumn('industry', 'text', (column) => column.notNull())
    .addColumn('scans', 'integer', (column) => column.notNull())
    .addColumn('rate_fils', 'integer', (column) => column.notNull())
    .addColumn('cost_fils', 'integer', (column) => column.notNull())
    .addColumn('issued_at', 'text', (column) => column.notNull())
    .addUniqueConstraint('receipts_once_per_month', ['organization_id', 'month'])
    .execute()
  await schema.alterTable('mails').addColumn('reply_to', 'text').execute()
  await schema.alterTable('mails').addColumn('given_up_at', 'text').execute()
  // The new index excludes mail that was given up.
  await schema.dropIndex('mails_to_send').execute()
  await schema
    .createIndex('mails_to_send')
    .on('mails')
    .column('next_attempt_at')
    .where(sql.ref('sent_at'), 'is', null)
    .where(sql.ref('given_up_at'), 'is', null)
    .execute()
}
