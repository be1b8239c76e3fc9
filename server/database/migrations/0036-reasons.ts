import type { Kysely } from 'kysely'

/**
 * The code of the reason of a mail, with its values, as JSON; null where `detection_reason` has it as a
 * text: the words of a gateway, or a sentence from before there were codes.
 */
export async function up({ schema }: Kysely<unknown>): Promise<void> {
  await schema.alterTable('scans').addColumn('reason', 'text').execute()
}
