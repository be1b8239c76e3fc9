import { type Kysely, sql } from 'kysely'

/**
 * Adds the disposition of mail, totals for each organization, and supplementary receipts for mail that
 * was reported late.
 */
export async function up(database: Kysely<unknown>): Promise<void> {
  const { schema } = database
  await schema.alterTable('scans').addColumn('disposition', 'text').execute()
  await schema.alterTable('scans').addColumn('message_id_hmac', 'text').execute()
  await addOrganizationTotals(database)
  await allowSupplements(database)
}

/** Existing mail does not record its organization, so it counts for the recipient's current one. */
async function addOrganizationTotals(database: Kysely<unknown>): Promise<void> {
  const { schema } = database
  await schema
    .createTable('organization_totals')
    .addColumn('organization_id', 'text', (column) =>
      column.notNull().references('organizations.id'),
    )
    .addColumn('user_id', 'text', (column) =>
      column.notNull().references('users.id').onDelete('cascade'),
    )
    .addColumn('safe', 'integer', (column) => column.notNull())
    .addColumn('suspicious', 'integer', (column) => column.notNull())
    .addColumn('malicious', 'integer', (column) => column.notNull())
    .addColumn('risk_sum', 'double precision', (column) => column.notNull())
    .addPrimaryKeyConstraint('organization_totals_key', ['organization_id', 'user_id'])
    .execute()
  // Finds the rows of a removed user.
  await schema
    .createIndex('organization_totals_of_user')
    .on('organization_totals')
    .column('user_id')
    .execute()
  await sql`insert into organization_totals
    (organization_id, user_id, safe, suspicious, malicious, risk_sum)
    select users.organization_id, user_id, safe, suspicious, malicious, risk_sum
    from scan_totals join users on users.id = scan_totals.user_id
    where users.organization_id is not null`.execute(database)
}

/** SQLite cannot drop the constraint of one receipt per month, so the table is recreated. */
async function allowSupplements(database: Kysely<unknown>): Promise<void> {
  const { schema } = database
  await schema
    .createTable('receipts_and_supplements')
    .addColumn('number', 'text', (column) => column.primaryKey().notNull())
    .addColumn('organization_id', 'text', (column) =>
      column.notNull().references('organizations.id'),
    )
    .addColumn('month', 'text', (column) => column.notNull())
    .addColumn('supplement', 'integer', (column) => column.notNull())
    .addColumn('organization_name', 'text', (column) => column.notNull())
    .addColumn('industry', 'text', (column) => column.notNull())
    .addColumn('scans', 'integer', (column) => column.notNull())
    .addColumn('rate_fils', 'integer', (column) => column.notNull())
    .addColumn('cost_fils', 'integer', (column) => column.notNull())
    .addColumn('issued_at', 'text', (column) => column.notNull())
    .addUniqueConstraint('receipts_once', ['organization_id', 'month', 'supplement'])
    .execute()
  await sql`insert into receipts_and_supplements (number, organization_id, month, supplement,
    organization_name, industry, scans, rate_fils, cost_fils, issued_at)
    select number, organization_id, month, 0,
    organization_name, industry, scans, rate_fils, cost_fils, issued_at
    from receipts`.execute(database)
  await schema.dropTable('receipts').execute()
  await schema.alterTable('receipts_and_supplements').renameTo('receipts').execute()
}
