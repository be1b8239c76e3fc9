import type { Kysely } from 'kysely'

/** How many requests of gateways were refused, and why; see refused-requests/. */
export async function up({ schema }: Kysely<unknown>): Promise<void> {
  await schema
    .createTable('refused_requests')
    // An organization, or empty; it does not refer to one, so that counts are written without looking.
    .addColumn('subject', 'text', (column) => column.notNull())
    .addColumn('scope', 'text', (column) => column.notNull())
    .addColumn('reason', 'text', (column) => column.notNull())
    .addColumn('count', 'integer', (column) => column.notNull())
    .addColumn('first_at', 'text', (column) => column.notNull())
    .addColumn('last_at', 'text', (column) => column.notNull())
    .addPrimaryKeyConstraint('refused_requests_key', ['subject', 'scope', 'reason'])
    .execute()
}
