import type { Kysely } from 'kysely'

/** The right of a team lead to manage the own organization, and the invitations sent with it. */
export async function up({ schema }: Kysely<unknown>): Promise<void> {
  await schema.alterTable('users').addColumn('managed_organization_id', 'text').execute()
  await schema
    .createTable('sent_invitations')
    .addColumn('id', 'text', (column) => column.primaryKey().notNull())
    .addColumn('organization_id', 'text', (column) =>
      column.notNull().references('organizations.id'),
    )
    .addColumn('user_id', 'text', (column) =>
      column.notNull().references('users.id').onDelete('cascade'),
    )
    .addColumn('sent_at', 'text', (column) => column.notNull())
    .execute()
  await schema
    .createIndex('sent_invitations_of_organization')
    .on('sent_invitations')
    .columns(['organization_id', 'sent_at'])
    .execute()
  await schema
    .createIndex('sent_invitations_of_user')
    .on('sent_invitations')
    .columns(['user_id', 'sent_at'])
    .execute()
  await schema
    .createIndex('sent_invitations_by_age')
    .on('sent_invitations')
    .column('sent_at')
    .execute()
}
