import { sql } from 'kysely'
import type { Database } from '../../server/database/tables/tables.ts'

const byTime = '(user_id, received_at, id, delete_after, threat_level, sender_domain, search_text)'

/** Keeps mail in one table with the indexes that it had before it was split. */
export async function makeWhole(database: Database): Promise<void> {
  for (const text of [
    'create table scans_whole (like scans including defaults)',
    'drop table scans',
    'alter table scans_whole rename to scans',
    'alter table scans add primary key (id, organization_id)',
    `create index scans_by_time on scans ${byTime}`,
    'create index scans_of_person on scans (user_id, threat_level, received_at)',
    'create index scans_to_delete on scans (delete_after) where delete_after is not null',
    'alter table scans add foreign key (user_id) references users (id) on delete cascade',
  ]) {
    await sql.raw(text).execute(database)
  }
}
