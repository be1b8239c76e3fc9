import type { Kysely } from 'kysely'

/**
 * Marks removed users whose mail is still being deleted, and indexes the audit trail so that recent
 * actions of one user are counted without reading all of them.
 */
export async function up({ schema }: Kysely<unknown>): Promise<void> {
  await schema.alterTable('users').addColumn('removed_at', 'text').execute()
  await schema
    .createIndex('users_removed')
    .on('users')
    .column('removed_at')
    .where('removed_at', 'is not', null)
    .execute()
  await schema.dropIndex('audit_by_actor_id').execute()
  await schema
    .createIndex('audit_by_actor')
    .on('audit')
    .columns(['actor_id', 'action', 'at'])
    .execute()
}
