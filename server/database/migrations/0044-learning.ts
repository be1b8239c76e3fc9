import type { Kysely } from 'kysely'

/**
 * Tables of what an organization taught its judge: versions of a layer, the marks and mails that it learns from, and
 * whether it learns from ordinary mail, which no organization does until it is switched on.
 */
export async function up({ schema }: Kysely<unknown>): Promise<void> {
  await schema
    .createTable('learning')
    .addColumn('organization_id', 'text', (column) => column.primaryKey().notNull())
    .addColumn('learns_from_mail', 'integer', (column) => column.notNull())
    .addColumn('chosen_at', 'text')
    .addColumn('version', 'integer', (column) => column.notNull())
    .addColumn('revision', 'integer', (column) => column.notNull())
    .addColumn('leased_until', 'text')
    .addColumn('refused_at', 'text')
    .addColumn('refused', 'text', (column) => column.notNull())
    .execute()
  await schema
    .createTable('learnt_versions')
    .addColumn('organization_id', 'text', (column) => column.notNull())
    .addColumn('number', 'integer', (column) => column.notNull())
    .addColumn('cause', 'text', (column) => column.notNull())
    .addColumn('made_at', 'text', (column) => column.notNull())
    .addColumn('changed_at', 'text', (column) => column.notNull())
    .addColumn('faded_on', 'text', (column) => column.notNull())
    .addColumn('model', 'text', (column) => column.notNull())
    .addColumn('marks', 'integer', (column) => column.notNull())
    .addColumn('mails', 'integer', (column) => column.notNull())
    .addColumn('layer', 'text', (column) => column.notNull())
    .addColumn('judging', 'text', (column) => column.notNull())
    .addPrimaryKeyConstraint('learnt_versions_key', ['organization_id', 'number'])
    .execute()
  await schema
    .createTable('pending_lessons')
    .addColumn('organization_id', 'text', (column) => column.notNull())
    .addColumn('mail', 'text', (column) => column.notNull())
    .addColumn('digest', 'text', (column) => column.notNull())
    .addColumn('made_at', 'text', (column) => column.notNull())
    .addColumn('sealed', 'text', (column) => column.notNull())
    .addPrimaryKeyConstraint('pending_lessons_key', ['organization_id', 'mail', 'digest'])
    .execute()
  await schema
    .createIndex('pending_lessons_by_age')
    .on('pending_lessons')
    .column('made_at')
    .execute()
  await schema
    .createTable('mail_lessons')
    .addColumn('organization_id', 'text', (column) => column.notNull())
    .addColumn('scan_id', 'text', (column) => column.notNull())
    .addColumn('user_id', 'text', (column) => column.notNull())
    .addColumn('mail', 'text', (column) => column.notNull())
    .addColumn('threat_level', 'text', (column) => column.notNull())
    .addColumn('sender_domain', 'text', (column) => column.notNull())
    .addColumn('received_at', 'text', (column) => column.notNull())
    .addColumn('delete_after', 'text', (column) => column.notNull())
    .addColumn('change', 'text')
    .addColumn('sealed', 'text', (column) => column.notNull())
    .addPrimaryKeyConstraint('mail_lessons_key', ['organization_id', 'scan_id'])
    .execute()
  for (const [name, column] of [
    ['mail_lessons_of_user', 'user_id'],
    ['mail_lessons_to_delete', 'delete_after'],
  ] as const) {
    await schema.createIndex(name).on('mail_lessons').column(column).execute()
  }
  await schema
    .createIndex('mail_lessons_of_mail')
    .on('mail_lessons')
    .columns(['organization_id', 'mail'])
    .execute()
  await schema
    .createTable('marks')
    .addColumn('organization_id', 'text', (column) => column.notNull())
    .addColumn('id', 'text', (column) => column.notNull())
    .addColumn('user_id', 'text', (column) => column.notNull())
    .addColumn('scan_id', 'text')
    .addColumn('source', 'text', (column) => column.notNull())
    .addColumn('is_dangerous', 'integer', (column) => column.notNull())
    .addColumn('sender', 'text', (column) => column.notNull())
    .addColumn('is_confirmed', 'integer', (column) => column.notNull())
    .addColumn('is_doubtful', 'integer', (column) => column.notNull())
    .addColumn('state', 'text', (column) => column.notNull())
    .addColumn('made_at', 'text', (column) => column.notNull())
    .addColumn('sealed', 'text', (column) => column.notNull())
    .addPrimaryKeyConstraint('marks_key', ['organization_id', 'id'])
    .execute()
  await schema.createIndex('marks_of_user').on('marks').column('user_id').execute()
  await schema.createIndex('marks_by_age').on('marks').column('made_at').execute()
  await schema.createIndex('marks_by_state').on('marks').column('state').execute()
}
