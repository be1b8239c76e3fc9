import type { Kysely } from 'kysely'

/** Mailboxes whose users signed in at the provider: instead of a password there is a token. */
export async function up({ schema }: Kysely<unknown>): Promise<void> {
  await schema
    .alterTable('mailboxes')
    .addColumn('signs_in', 'integer', (column) => column.notNull().defaultTo(0))
    .execute()
}
