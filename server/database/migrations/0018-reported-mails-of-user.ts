import { type Kysely, PostgresAdapter, sql } from 'kysely'

/**
 * The user's id begins the primary key, so the key also finds the rows of a removed user. Each report
 * inserts rows here: with an index less, and on SQLite with the rows inside the key, it writes half as
 * much.
 */
export async function up(database: Kysely<unknown>): Promise<void> {
  const { schema } = database
  await schema.dropIndex('reported_mails_of_user').execute()
  if (database.getExecutor().adapter instanceof PostgresAdapter) {
    const key = 'reported_mails_pkey'
    await schema.alterTable('reported_mails').dropConstraint(key).execute()
    await schema
      .alterTable('reported_mails')
      .addPrimaryKeyConstraint(key, ['user_id', 'id'])
      .execute()
    return
  }
  // SQLite cannot change a primary key.
  await schema.alterTable('reported_mails').renameTo('former_reported_mails').execute()
  await schema.dropIndex('reported_mails_by_age').execute()
  await schema
    .createTable('reported_mails')
    .addColumn('id', 'text', (column) => column.notNull())
    .addColumn('user_id', 'text', (column) =>
      column.notNull().references('users.id').onDelete('cascade'),
    )
    .addColumn('scan_id', 'text', (column) => column.notNull())
    .addColumn('level', 'text', (column) => column.notNull())
    .addColumn('reported_level', 'text', (column) => column.notNull())
    .addColumn('risk', 'double precision', (column) => column.notNull())
    .addColumn('received_at', 'text', (column) => column.notNull())
    .addColumn('kept_since', 'text', (column) => column.notNull())
    .addPrimaryKeyConstraint('reported_mails_key', ['user_id', 'id'])
    // The comma separates it from the `strict` that every table gets.
    .modifyEnd(sql`without rowid,`)
    .execute()
  await sql`insert into reported_mails select * from former_reported_mails`.execute(database)
  await schema.dropTable('former_reported_mails').execute()
  await schema
    .createIndex('reported_mails_by_age')
    .on('reported_mails')
    .column('kept_since')
    .execute()
}
