import type { Kysely } from 'kysely'

/** Whether a user wants the answers to their reports by mail, too; off until the user chooses it. */
export async function up({ schema }: Kysely<unknown>): Promise<void> {
  await schema
    .alterTable('users')
    .addColumn('answers_by_mail', 'integer', (column) => column.notNull().defaultTo(0))
    .execute()
}
