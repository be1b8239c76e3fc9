import { type Kysely, sql } from 'kysely'

/**
 * How many mails of an organization the judge was asked about and marked, and what recipients said last
 * of those that it marked: counting kept mail takes seconds, and retention deletes safe mail first.
 */
export async function up(database: Kysely<unknown>): Promise<void> {
  await database.schema
    .createTable('judge_counts')
    .addColumn('organization_id', 'text', (column) =>
      column.primaryKey().references('organizations.id'),
    )
    .addColumn('safe', 'integer', (column) => column.notNull())
    .addColumn('suspicious', 'integer', (column) => column.notNull())
    .addColumn('reported_dangerous', 'integer', (column) => column.notNull())
    .addColumn('reported_honest', 'integer', (column) => column.notNull())
    .execute()
  const count = (condition: ReturnType<typeof sql>) =>
    sql`sum(case when ${condition} then 1 else 0 end)`
  // Mail does not record its organization, so it counts for the recipient's current one.
  await sql`insert into judge_counts
      (organization_id, safe, suspicious, reported_dangerous, reported_honest)
    select users.organization_id, ${count(sql`judge_level = 'safe'`)},
      ${count(sql`judge_level = 'suspicious'`)},
      ${count(sql`judge_level = 'suspicious' and opinions.detail = 'dangerous'`)},
      ${count(sql`judge_level = 'suspicious' and opinions.detail = 'honest'`)}
    from scans join users on users.id = scans.user_id
    left join (select target_id, max(id) as last from audit where action = 'mail-report'
      group by target_id) as reports on reports.target_id = scans.id
    left join audit as opinions on opinions.id = reports.last
    where judge_level is not null and users.organization_id is not null
    group by users.organization_id`.execute(database)
}
