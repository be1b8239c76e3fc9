import type { Kysely } from 'kysely'

/**
 * How many mails of a day the judge was asked about and marked, and what recipients said last of those
 * that it marked. Counting begins with the server that brings this; older ones leave 0.
 */
export async function up({ schema }: Kysely<unknown>): Promise<void> {
  for (const column of ['judged', 'marked', 'reported_dangerous', 'reported_honest']) {
    await schema
      .alterTable('daily_counts')
      .addColumn(column, 'integer', (it) => it.notNull().defaultTo(0))
      .execute()
  }
}
