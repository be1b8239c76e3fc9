import type { Kysely } from 'kysely'

/** Which users need a second factor, and the emails that users had until lately. */
export async function up({ schema }: Kysely<unknown>): Promise<void> {
  await schema
    .createTable('factor_policies')
    .addColumn('subject', 'text', (column) => column.primaryKey().notNull())
    .addColumn('policy', 'text', (column) => column.notNull())
    .addColumn('set_at', 'text', (column) => column.notNull())
    .execute()
  await schema
    .createTable('replaced_emails')
    .addColumn('id', 'text', (column) => column.primaryKey().notNull())
    .addColumn('user_id', 'text', (column) =>
      column.notNull().references('users.id').onDelete('cascade'),
    )
    .addColumn('address', 'text', (column) => column.notNull())
    .addColumn('replaced_at', 'text', (column) => column.notNull())
    .execute()
  for (const column of ['user_id', 'replaced_at']) {
    await schema
      .createIndex(`replaced_emails_by_${column}`)
      .on('replaced_emails')
      .column(column)
      .execute()
  }
}
