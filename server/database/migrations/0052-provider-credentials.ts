import type { Kysely } from 'kysely'

/** The mailboxes of an organization may be at Google or Microsoft. */
export async function up({ schema }: Kysely<unknown>): Promise<void> {
  const table = () => schema.alterTable('mailbox_credentials')
  await table()
    .addColumn('kind', 'text', (column) => column.notNull().defaultTo('proxy'))
    .execute()
  await table().addColumn('tenant', 'text').execute()
  await table().addColumn('refusal', 'text').execute()
  await table()
    .addColumn('checked_with', 'text', (column) =>
      column.references('users.id').onDelete('set null'),
    )
    .execute()
  // The end of a user is looked up here.
  await schema
    .createIndex('mailbox_credentials_by_user')
    .on('mailbox_credentials')
    .column('checked_with')
    .execute()
}
