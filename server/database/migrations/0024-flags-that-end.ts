import type { Kysely } from 'kysely'

/**
 * Flags end at a time and know the day on which they last matched a mail. A revision of the flags that
 * gateways read knows when the next of them ends.
 */
export async function up({ schema }: Kysely<unknown>): Promise<void> {
  await schema.alterTable('flags').addColumn('expires_at', 'text').execute()
  await schema.alterTable('flags').addColumn('last_matched_on', 'text').execute()
  await schema
    .createIndex('flags_by_expiry')
    .on('flags')
    .columns(['expires_at', 'user_id'])
    .where('expires_at', 'is not', null)
    .execute()
  // No flag from before ends.
  await schema.alterTable('flag_revisions').addColumn('next_expiry_at', 'text').execute()
}
