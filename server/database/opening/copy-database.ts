import { chmodSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'
import { type Kysely, sql } from 'kysely'
import { StartError, wordsOfCause } from '../../core/start-error.ts'
import { takeAdvisoryLock } from '../advisory-lock.ts'
import { isPostgres } from '../engine.ts'
import { makeDaysOf } from '../partitions/days.ts'
import { learningTables } from '../tables/operation.ts'
import type { Database, Tables } from '../tables/tables.ts'

/** Referenced tables come before the tables that refer to them. */
export const tablesInOrder = [
  'organizations',
  'users',
  'user_aliases',
  'scan_totals',
  'organization_totals',
  'organization_joins',
  'sessions',
  'login_failures',
  'known_devices',
  'account_links',
  'reset_requests',
  'sent_invitations',
  'second_factors',
  'recovery_codes',
  'code_attempts',
  'factor_challenges',
  'factor_policies',
  'replaced_emails',
  'identity_providers',
  'identity_links',
  'unlinked_identities',
  'sign_on_attempts',
  'gateway_keys',
  'operator_keys',
  'covered_organizations',
  'organization_domains',
  'scim_tokens',
  'scim_settings',
  'scim_users',
  'flags',
  'flag_revisions',
  'scans',
  'weekly_scores',
  'mail_checks',
  'answered_reports',
  'reported_mails',
  'monthly_scans',
  'daily_counts',
  'correspondents',
  'judge_counts',
  ...learningTables,
  'arrivals',
  'refused_requests',
  'mails',
  'audit',
  'receipts',
  'webhooks',
  'webhook_deliveries',
  'mailbox_credentials',
  'mailboxes',
  'mailbox_mails',
  'mailbox_senders',
  'mailbox_watchers',
  'counters',
  'secrets',
] as const satisfies readonly (keyof Tables)[]

type Row = Readonly<Record<string, unknown>>

/** Rows per statement. */
const chunk = 1000

/**
 * Copies every row in one transaction. No other process may write to a file meanwhile; from PostgreSQL
 * all is read as of one moment, while servers write.
 * @param target a database with the same schema version
 * @returns the number of rows of each table
 * @throws StartError if the target is not empty or rejects a row
 */
export async function copyDatabase(
  source: Database,
  target: Database,
): Promise<ReadonlyMap<string, number>> {
  try {
    return await source.transaction().execute((from) =>
      target.transaction().execute(async (to) => {
        await readOneMoment(from)
        // A server that starts on the target meanwhile would insert the first users.
        await takeAdvisoryLock(to, 'first-data', 'partitions')
        await checkEmpty(to)
        await makeDaysOf(from, to)
        const copied = new Map<string, number>()
        for (const table of tablesInOrder) copied.set(table, await copyTable(from, to, table))
        return copied
      }),
    )
  } catch (cause) {
    throw new StartError(`Nothing was copied: ${wordsOfCause(cause)}`)
  }
}

async function checkEmpty(database: Database): Promise<void> {
  for (const table of tablesInOrder) {
    const { rows } = await sql`select 1 from ${sql.table(table)} limit 1`.execute(database)
    if (rows.length > 0) throw new StartError(`the database is not empty, ${table} has rows`)
  }
}

async function copyTable(from: Database, to: Database, table: keyof Tables): Promise<number> {
  let copied = 0
  let rows: Row[] = []
  const flush = async () => {
    if (rows.length > 0) await insert(to, table, rows)
    copied += rows.length
    rows = []
  }
  for await (const row of readAll(from, table)) {
    rows.push(row)
    if (rows.length === chunk) await flush()
  }
  await flush()
  return copied
}

async function readOneMoment(database: Database): Promise<void> {
  if (!isPostgres(database)) return
  await sql`set transaction isolation level repeatable read read only`.execute(database)
}

function readAll(database: Database, table: keyof Tables): AsyncIterable<Row> {
  if (isPostgres(database)) return fetchAll(database, table)
  return database
    .selectFrom(sql<Row>`${sql.table(table)}`.as('source'))
    .selectAll()
    .stream(chunk)
}

async function* fetchAll(database: Database, table: keyof Tables): AsyncIterable<Row> {
  // Each table has its own cursor, because the driver keeps statements and their columns by their
  // text.
  const cursor = sql.ref(`copy_of_${table}`)
  await sql`declare ${cursor} no scroll cursor for select * from ${sql.table(table)}`.execute(
    database,
  )
  const fetch = sql<Row>`fetch ${sql.lit(chunk)} from ${cursor}`
  for (;;) {
    const { rows } = await fetch.execute(database)
    if (rows.length === 0) break
    yield* rows
  }
  await sql`close ${cursor}`.execute(database)
}

/** As one value, which the engine takes apart much faster than one for each column of each row. */
async function insert(database: Kysely<Tables>, table: keyof Tables, rows: readonly Row[]) {
  const name = sql.table(table)
  const all = JSON.stringify(rows)
  if (isPostgres(database)) {
    await sql`insert into ${name} select *
      from json_populate_recordset(null::${name}, ${all}::json)`.execute(database)
    return
  }
  const columns = Object.keys(rows[0] ?? {})
  const values = columns.map((column) => sql`value ->> ${sql.lit(column)}`)
  await sql`insert into ${name} (${sql.join(columns.map(sql.ref))})
    select ${sql.join(values)} from json_each(${all})`.execute(database)
}

/** Copies in one read transaction: writers continue, and their changes are in the next copy. */
export function copySqliteFile(path: string, target: string): void {
  const database = new DatabaseSync(path, { readOnly: true })
  try {
    database.prepare('vacuum into ?').run(target)
    chmodSync(target, 0o600)
  } finally {
    database.close()
  }
}
