import type { Kysely } from 'kysely'

/**
 * Requests for a link to a new password are no longer counted by what was typed: strangers could use up
 * the allowance of a user. A known browser has its own.
 */
export async function up({ schema }: Kysely<unknown>): Promise<void> {
  await schema.dropIndex('reset_requests_by_login_hash').execute()
  await schema.alterTable('reset_requests').dropColumn('login_hash').execute()
  for (const table of ['reset_requests', 'account_links']) {
    await schema.alterTable(table).addColumn('device_hash', 'text').execute()
  }
  await schema
    .createIndex('reset_requests_by_device_hash')
    .on('reset_requests')
    .columns(['device_hash', 'requested_at'])
    .execute()
}
