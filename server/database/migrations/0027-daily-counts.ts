import { type Kysely, sql } from 'kysely'

const dayMs = 24 * 60 * 60 * 1000
const retentionDays = 30

/** How much mail of each level an organization received on a day, and what finds invited users and receipts. */
export async function up(database: Kysely<unknown>): Promise<void> {
  const { schema } = database
  await schema
    .createTable('daily_counts')
    .addColumn('organization_id', 'text', (column) =>
      column.notNull().references('organizations.id'),
    )
    .addColumn('day', 'text', (column) => column.notNull())
    .addColumn('safe', 'integer', (column) => column.notNull())
    .addColumn('suspicious', 'integer', (column) => column.notNull())
    .addColumn('malicious', 'integer', (column) => column.notNull())
    .addPrimaryKeyConstraint('daily_counts_key', ['organization_id', 'day'])
    .execute()
  // Serves the days of all organizations, and the deletion of old ones.
  await schema.createIndex('daily_counts_by_day').on('daily_counts').column('day').execute()
  await fillDays(database)
  await schema
    .createIndex('users_invited')
    .on('users')
    .columns(['organization_id', 'created_at'])
    .where(sql.ref('invitation_expires_at'), 'is not', null)
    .where(sql.ref('password_hash'), 'is', null)
    .execute()
  await schema
    .createIndex('receipts_of_organization')
    .on('receipts')
    .columns(['organization_id', 'number'])
    .execute()
}

/**
 * Only days whose mail retention has not begun to delete. Mail does not record its organization, so it
 * counts for the recipient's current one; that of removed users is gone.
 */
async function fillDays(database: Kysely<unknown>): Promise<void> {
  const firstWholeDay = new Date(Date.now() - (retentionDays - 1) * dayMs)
    .toISOString()
    .slice(0, 10)
  const count = (level: string) =>
    sql`sum(case threat_level when ${sql.lit(level)} then 1 else 0 end)`
  await sql`insert into daily_counts (organization_id, day, safe, suspicious, malicious)
    select users.organization_id, substr(received_at, 1, 10),
      ${count('safe')}, ${count('suspicious')}, ${count('malicious')}
    from scans join users on users.id = scans.user_id
    where users.organization_id is not null and received_at >= ${firstWholeDay}
    group by users.organization_id, substr(received_at, 1, 10)`.execute(database)
}
