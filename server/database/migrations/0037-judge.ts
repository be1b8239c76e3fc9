import type { Kysely } from 'kysely'

/**
 * Whether an organization's judge marks mail, and how many honest mails in 1,000 it may mark; and what
 * it said of each mail, null for mail that it was not asked about.
 */
export async function up({ schema }: Kysely<unknown>): Promise<void> {
  await schema
    .alterTable('organizations')
    .addColumn('judge_mode', 'text', (column) => column.notNull().defaultTo('watch'))
    .execute()
  await schema
    .alterTable('organizations')
    .addColumn('judge_per_thousand', 'integer', (column) => column.notNull().defaultTo(10))
    .execute()
  await schema.alterTable('scans').addColumn('judge_level', 'text').execute()
}
