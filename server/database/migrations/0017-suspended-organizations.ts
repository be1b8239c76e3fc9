import type { Kysely } from 'kysely'

/** Since when an organization is suspended; null while it is not. */
export async function up({ schema }: Kysely<unknown>): Promise<void> {
  await schema.alterTable('organizations').addColumn('suspended_at', 'text').execute()
}
