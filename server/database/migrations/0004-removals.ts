import type { Kysely } from 'kysely'

/**
 * Somebody who was removed, of whom nothing is left but mail that is being deleted bit by bit; and
 * counting what one person did lately, without reading all that they ever did.
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
