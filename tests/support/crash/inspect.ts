import { sql } from 'kysely'
import type { Database } from '../../../server/database/tables/tables.ts'
import { openPlace } from '../browser/place.ts'
import { batchOfUser, type Ledger } from './writers.ts'

export interface Findings {
  readonly lost: readonly string[]
  readonly halfDone: readonly string[]
  readonly corrupt: readonly string[]
}

/** Compares what a killed server left behind with what it had acknowledged. */
export async function inspect(databaseUrl: string, ledger: Ledger): Promise<Findings> {
  await using place = await openPlace(databaseUrl)
  const { database } = place
  const found = await sql<{ thing: string; value: string }>`${everything}`.execute(database)
  return {
    lost: ledger.lost(new Map(found.rows.map(({ thing, value }) => [thing, String(value)]))),
    halfDone: await findHalves(database),
    // PostgreSQL keeps its own pages whole: only the server is killed.
    corrupt: databaseUrl.startsWith('file:') ? await checkIntegrity(database) : [],
  }
}

/** After a start that was not disturbed. */
export async function findUnfinished(databaseUrl: string): Promise<string[]> {
  await using place = await openPlace(databaseUrl)
  const removed = place.database.selectFrom('users').where('removed_at', 'is not', null)
  const rows = await removed.select('id').execute()
  return rows.map(({ id }) => `the removal of ${id} is not finished`)
}

async function findHalves(database: Database): Promise<string[]> {
  const halves: string[] = []
  for (const [name, query] of Object.entries(halvesBy)) {
    const { rows } = await query.execute(database)
    if (rows.length > 0) halves.push(`${name}: ${JSON.stringify(rows.slice(0, 3))}`)
  }
  return halves
}

async function checkIntegrity(database: Database): Promise<string[]> {
  const { rows } = await sql<{ integrity_check: string }>`pragma integrity_check`.execute(database)
  return rows.map((row) => row.integrity_check).filter((words) => words !== 'ok')
}

/** By the names that the writers give to what they write. */
const everything = sql`
  select username as thing, full_name as value from users where removed_at is null
  union all select 'flag ' || value, flag_type from flags
  union all select 'request ' || replace(subject, '[low] ', ''), 'asked' from mails
  union all select name, 'there' from organizations
  union all select 'receipt of ' || organization_id, 'issued' from receipts
  union all select 'mail from ' || sender_domain, cast(count(*) as text) from scans
    group by sender_domain`

/**
 * Pairs that are written together, so that neither may exist without the other; each query finds what
 * is half done. Users without an audit line were there before, which their full name says. What is
 * billed outlives users, so that it may be more only where a user was removed.
 */
const halvesBy = {
  'users and their audit lines': sql`
    select id from users where full_name in ('Before', 'After')
    and (select count(*) from audit where action = 'user-create' and target_id = users.id) <> 1
    union all select target_id from audit where action = 'user-create'
    and not exists (select 1 from users where id = target_id)
    and not exists (select 1 from audit as removal where removal.action = 'user-remove'
      and removal.target_id = audit.target_id)`,
  'changes and their audit lines': sql`
    select id from users where full_name in ('Before', 'After')
    and (select count(*) from audit where action = 'user-change' and target_id = users.id)
      <> case full_name when 'After' then 1 else 0 end`,
  'removals and what they delete': sql`
    select target_id from audit where action = 'user-remove' and (
      exists (select 1 from users where id = target_id and removed_at is null)
      or exists (select 1 from scan_totals where user_id = target_id)
      or exists (select 1 from flags where user_id = target_id)
      or exists (select 1 from sessions where user_id = target_id))
    union all select id from users where removed_at is not null and not exists
      (select 1 from audit where action = 'user-remove' and target_id = users.id)`,
  'removals and their mails': sql`
    select 1 from (select (select count(*) from audit where action = 'user-remove') as removals,
      (select count(*) from mails where subject like '%removed%') as removal_mails) as counted
    where removals <> removal_mails`,
  'flags and their audit lines': sql`
    select id from flags where not exists
      (select 1 from audit where action = 'flag-add' and target_id = flags.id)
    union all select target_id from audit where action = 'flag-add'
    and not exists (select 1 from flags where id = target_id)
    and not exists (select 1 from audit as removal where removal.action = 'flag-remove'
      and removal.target_id = audit.target_id)`,
  'support requests and their mails': sql`
    select 1 from (select (select count(*) from audit where action = 'support-request') as requests,
      (select count(*) from mails where subject like '[low]%') as mails) as counted
    where requests <> mails`,
  'receipts, their audit lines and their numbers': sql`
    select 1 from (select (select count(*) from receipts) as receipts,
      (select count(*) from audit where action = 'receipt-issue') as lines,
      (select coalesce(max(value), 0) from counters where name like 'receipts-%') as last) as counted
    where receipts <> lines or receipts <> last`,
  'mail and the totals of its recipient': sql`
    select users.id from users left join scan_totals on scan_totals.user_id = users.id
    where removed_at is null and coalesce(malicious, 0)
      <> (select count(*) from scans where scans.user_id = users.id)`,
  'mail and what is billed for it': sql`
    select organization_id from monthly_scans group by organization_id
    having sum(malicious) < (select count(*) from scans join users on users.id = scans.user_id
      where users.organization_id = monthly_scans.organization_id)
    or (sum(malicious) - (select count(*) from scans join users on users.id = scans.user_id
      where users.organization_id = monthly_scans.organization_id)) % ${sql.lit(batchOfUser)} <> 0`,
}
