import type { Kysely } from 'kysely'

/** Stores responses to gateways, for repeated reports. */
export async function up({ schema }: Kysely<unknown>): Promise<void> {
  await schema
    .createTable('answered_reports')
    .addColumn('id', 'text', (column) => column.primaryKey().notNull())
    .addColumn('report_hash', 'text', (column) => column.notNull())
    .addColumn('answer', 'text', (column) => column.notNull())
    .addColumn('answered_at', 'text', (column) => column.notNull())
    .execute()
  await schema
    .createIndex('answered_reports_by_age')
    .on('answered_reports')
    .column('answered_at')
    .execute()
}
