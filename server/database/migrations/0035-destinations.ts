import type { Kysely } from 'kysely'

/** The screen that a user opened before single sign-on; null for none. */
export async function up({ schema }: Kysely<unknown>): Promise<void> {
  await schema.alterTable('sign_on_attempts').addColumn('destination', 'text').execute()
}
