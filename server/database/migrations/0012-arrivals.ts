import { type Kysely, sql } from 'kysely'

const dayMs = 24 * 60 * 60 * 1000

/** When the mail of an organization was reported, and whether its gateway has fallen silent. */
export async function up(database: Kysely<unknown>): Promise<void> {
  const { schema } = database
  await schema
    .createTable('arrivals')
    .addColumn('organization_id', 'text', (column) =>
      column.primaryKey().notNull().references('organizations.id'),
    )
    .addColumn('first_report_at', 'text')
    .addColumn('last_report_at', 'text', (column) => column.notNull())
    .addColumn('first_message_at', 'text')
    .addColumn('last_message_at', 'text')
    .addColumn('last_level', 'text')
    .addColumn('silent_since', 'text')
    .execute()
  await fillArrivals(database)
}

/**
 * Only the last report is known of organizations that report already. Those that stopped long ago
 * are marked at once, so that an upgrade mails no one about them.
 */
async function fillArrivals(database: Kysely<unknown>): Promise<void> {
  const silentBefore = new Date(Date.now() - dayMs).toISOString()
  await sql`insert into arrivals (organization_id, last_report_at, last_message_at, silent_since)
    select organization_id, max(last_used_at),
      case when organization_id in (select organization_id from monthly_scans)
        then max(last_used_at) end,
      case when max(last_used_at) < ${silentBefore} then max(last_used_at) end
    from gateway_keys where last_used_at is not null group by organization_id`.execute(database)
}
