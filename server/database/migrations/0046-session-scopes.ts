import type { Kysely } from 'kysely'

/** A session of a browser extension may make few calls; those from before are of the site. */
export async function up({ schema }: Kysely<unknown>): Promise<void> {
  await schema
    .alterTable('sessions')
    .addColumn('scope', 'text', (column) => column.notNull().defaultTo('site'))
    .execute()
}
