import type { Kysely } from 'kysely'

/**
 * When the mode of an organization's judge was chosen. Null for those from before, and for those that an
 * older server adds during an upgrade: where such a judge watches, super admins are asked.
 */
export async function up({ schema }: Kysely<unknown>): Promise<void> {
  await schema.alterTable('organizations').addColumn('judge_chosen_at', 'text').execute()
}
