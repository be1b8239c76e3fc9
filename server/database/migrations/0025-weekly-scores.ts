import type { Kysely } from 'kysely'

/** Keeps the risk of each user by week, and what each mail added to it. */
export async function up({ schema }: Kysely<unknown>): Promise<void> {
  await schema.alterTable('scans').addColumn('risk_points', 'integer').execute()
  await schema
    .createTable('weekly_scores')
    .addColumn('user_id', 'text', (column) =>
      column.notNull().references('users.id').onDelete('cascade'),
    )
    .addColumn('week', 'text', (column) => column.notNull())
    .addColumn('score', 'double precision', (column) => column.notNull())
    .addColumn('organization_id', 'text')
    .addColumn('organization_score', 'double precision')
    .addPrimaryKeyConstraint('weekly_scores_key', ['user_id', 'week'])
    .execute()
  // Finds the weeks that are past their retention.
  await schema.createIndex('weekly_scores_by_week').on('weekly_scores').column('week').execute()
}
