import { sql } from 'kysely'
import { openByUrl } from '../../bench/database.ts'
import type { Database } from '../../server/database/tables.ts'
import type { Ledger } from './ledger.ts'
import { batchOfUser } from './writers.ts'

export interface Findings {
  readonly lost: readonly string[]
  readonly halfDone: readonly string[]
  readonly corrupt: readonly string[]
}

/** What a killed server left behind, compared with what it had acknowledged. */
export async function inspect(databaseUrl: string, ledger: Ledger): Promise<Findings> {
  const database = await openByUrl(databaseUrl)
  const findings = {
    lost: ledger.lost(await findEverything(database)),
    halfDone: await findHalves(database),
    corrupt: await checkIntegrity(database, databaseUrl),
  }
  await database.destroy()
  return findings
}

/** After a start that nobody disturbed. */
export async function findUnfinished(databaseUrl: string): Promise<string[]> {
  const database = await openByUrl(databaseUrl)
  const rows = await database
    .selectFrom('users')
    .select('id')
    .where('removed_at', 'is not', null)
    .execute()
  await database.destroy()
  return rows.map(({ id }) => `the removal of ${id} is not finished`)
}

/** By the names that the writers give to what they write. */
async function findEverything(database: Database): Promise<ReadonlyMap<string, string>> {
  const users = await database
    .selectFrom('users')
    .select(['username', 'full_name'])
    .where('removed_at', 'is', null)
    .execute()
  const flags = await database.selectFrom('flags').select(['value', 'flag_type']).execute()
  const mails = await database.selectFrom('mails').select('subject').execute()
  const organizations = await database.selectFrom('organizations').select('name').execute()
  const receipts = await database.selectFrom('receipts').select('organization_id').execute()
  const reports = await database
    .selectFrom('scans')
    .select(({ fn }) => ['sender_domain', fn.countAll<number>().as('size')])
    .groupBy('sender_domain')
    .execute()
  return new Map([
    ...users.map(({ username, full_name }) => [username, full_name] as const),
    ...flags.map(({ value, flag_type }) => [`flag ${value}`, flag_type] as const),
    ...mails.map(({ subject }) => [`request ${subject.replace('[low] ', '')}`, 'asked'] as const),
    ...organizations.map(({ name }) => [name, 'there'] as const),
    ...receipts.map((receipt) => [`receipt of ${receipt.organization_id}`, 'issued'] as const),
    ...reports.map((report) => [`mail from ${report.sender_domain}`, String(report.size)] as const),
  ])
}

/** Pairs that are written together, so that neither may be there without the other. */
async function findHalves(database: Database): Promise<string[]> {
  const pairs = [
    ['people and their audit lines', usersWithoutOrigin],
    ['changes and their audit lines', changesWithoutLine],
    ['removals and what had to go', removedWithRest],
    ['removals and their mails', removalsWithoutMail],
    ['flags and their audit lines', flagsWithoutLine],
    ['support requests and their mails', requestsWithoutMail],
    ['receipts, their audit lines and their numbers', receiptsWithGap],
    ['mail and what it adds up to for a person', totalsThatDisagree],
    ['mail and what is billed for it', billsThatDisagree],
  ] as const
  const halves: string[] = []
  for (const [name, query] of pairs) {
    const { rows } = await query.execute(database)
    if (rows.length > 0) halves.push(`${name}: ${JSON.stringify(rows.slice(0, 3))}`)
  }
  return halves
}

/*
 * Each finds what is half done. Whoever the stage was set up with came without an audit line; their
 * full name says so.
 */

const usersWithoutOrigin = sql`
  select id from users where full_name in ('Before', 'After')
  and (select count(*) from audit where action = 'user-create' and target_id = users.id) <> 1
  union all select target_id from audit where action = 'user-create'
  and not exists (select 1 from users where id = target_id)
  and not exists (select 1 from audit as removal where removal.action = 'user-remove'
    and removal.target_id = audit.target_id)`

const changesWithoutLine = sql`
  select id from users where full_name in ('Before', 'After')
  and (select count(*) from audit where action = 'user-change' and target_id = users.id)
    <> case full_name when 'After' then 1 else 0 end`

const removedWithRest = sql`
  select target_id from audit where action = 'user-remove' and (
    exists (select 1 from users where id = target_id and removed_at is null)
    or exists (select 1 from scan_totals where user_id = target_id)
    or exists (select 1 from flags where user_id = target_id)
    or exists (select 1 from sessions where user_id = target_id))
  union all select id from users where removed_at is not null and not exists
    (select 1 from audit where action = 'user-remove' and target_id = users.id)`

const removalsWithoutMail = sql`
  select 1 from (select (select count(*) from audit where action = 'user-remove') as removals,
    (select count(*) from mails where subject like '%removed%') as removal_mails) as counted
  where removals <> removal_mails`

const flagsWithoutLine = sql`
  select id from flags where not exists
    (select 1 from audit where action = 'flag-add' and target_id = flags.id)
  union all select target_id from audit where action = 'flag-add'
  and not exists (select 1 from flags where id = target_id)
  and not exists (select 1 from audit as removal where removal.action = 'flag-remove'
    and removal.target_id = audit.target_id)`

const requestsWithoutMail = sql`
  select 1 from (select (select count(*) from audit where action = 'support-request') as requests,
    (select count(*) from mails where subject like '[low]%') as mails) as counted
  where requests <> mails`

const receiptsWithGap = sql`
  select 1 from (select (select count(*) from receipts) as receipts,
    (select count(*) from audit where action = 'receipt-issue') as lines,
    (select coalesce(max(value), 0) from counters where name like 'receipts-%') as last) as counted
  where receipts <> lines or receipts <> last`

const totalsThatDisagree = sql`
  select users.id from users left join scan_totals on scan_totals.user_id = users.id
  where removed_at is null and coalesce(malicious, 0)
    <> (select count(*) from scans where scans.user_id = users.id)`

/** What is billed outlives people, so that it may be more only where somebody was removed. */
const billsThatDisagree = sql`
  select organization_id from monthly_scans group by organization_id
  having sum(malicious) < (select count(*) from scans join users on users.id = scans.user_id
    where users.organization_id = monthly_scans.organization_id)
  or (sum(malicious) - (select count(*) from scans join users on users.id = scans.user_id
    where users.organization_id = monthly_scans.organization_id)) % ${sql.lit(batchOfUser)} <> 0`

/** PostgreSQL keeps its own pages whole: only the server is killed. */
async function checkIntegrity(database: Database, databaseUrl: string): Promise<string[]> {
  if (!databaseUrl.startsWith('file:')) return []
  const { rows } = await sql<{ integrity_check: string }>`pragma integrity_check`.execute(database)
  return rows.map((row) => row.integrity_check).filter((words) => words !== 'ok')
}
