import type { Kysely } from 'kysely'

/**
 * The sender of an invitation; null for links that were asked for and for those of identity
 * providers.
 */
export async function up({ schema }: Kysely<unknown>): Promise<void> {
  await schema.alterTable('account_links').addColumn('invited_by', 'text').execute()
}
