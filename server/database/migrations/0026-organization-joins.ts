import { type Kysely, sql } from 'kysely'

/** When a user came from another organization, whose mail stays behind. */
export async function up(database: Kysely<unknown>): Promise<void> {
  await database.schema
    .createTable('organization_joins')
    .addColumn('user_id', 'text', (column) =>
      column.primaryKey().notNull().references('users.id').onDelete('cascade'),
    )
    .addColumn('joined_at', 'text', (column) => column.notNull())
    .execute()
  // Totals of another organization show that a user has moved. When is not known, so it counts as now.
  await sql`insert into organization_joins (user_id, joined_at)
    select users.id, ${new Date().toISOString()} from users where exists (
      select 1 from organization_totals
      where organization_totals.user_id = users.id
        and (users.organization_id is null
          or organization_totals.organization_id <> users.organization_id)
    )`.execute(database)
}
