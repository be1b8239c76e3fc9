import { sql } from 'kysely'
import { type Migration, Migrator } from 'kysely/migration'
import { up as createFirstRelease } from '../migrations/0038-first-release.ts'
import {
  prepare as fillOrganizations,
  up as keyByOrganization,
} from '../migrations/0039-organization-keys.ts'
import { prepare as copyMail, up as splitMail } from '../migrations/0041-partitions.ts'
import {
  up as keepCorrespondents,
  prepare as readCorrespondents,
} from '../migrations/0042-correspondents.ts'
import { up as addJudgeAndMailboxes, requireWhole } from '../migrations/0043-judge-and-mailboxes.ts'
import type { Database } from '../tables/tables.ts'
import { tablesInOrder } from './copy-database.ts'

const sampleRows = 50_000

/**
 * How long PostgreSQL would take to write all of the database once more, by the time that it takes to
 * copy a part of the largest table. It takes no lock that a running server waits for.
 */
export async function estimateUpgrade(database: Database) {
  const transaction = await database.startTransaction().execute()
  try {
    const { rows: tables } = await sql<{ name: string }>`
      select quote_ident(relname) as name from pg_class
      where relkind = 'r' and relnamespace = current_schema()::regnamespace
      order by pg_total_relation_size(oid) desc limit 1`.execute(transaction)
    const [largest] = tables
    if (largest === undefined) throw new Error('there is no table')
    const startMs = performance.now()
    await sql`create temporary table upgrade_check on commit drop as
      select * from ${sql.raw(largest.name)} limit ${sql.lit(sampleRows)}`.execute(transaction)
    const copyMs = performance.now() - startMs
    const { rows: sizes } = await sql<{ copied: string; all: string }>`
      select pg_total_relation_size('upgrade_check') as copied,
        pg_database_size(current_database()) as all`.execute(transaction)
    const copied = Math.max(Number(sizes[0]?.copied), 1)
    const bytes = Number(sizes[0]?.all)
    return { megabytes: bytes / 1e6, seconds: ((bytes / copied) * copyMs) / 1000 }
  } finally {
    await transaction.rollback().execute()
  }
}

/** A migration of more data than a start should wait for with all servers stopped. */
interface LongMigration extends Migration {
  /**
   * Runs before the transaction of `up`, with the schema of the migration before. Servers of that
   * schema may run meanwhile. It can be killed and begun again, and several servers may run it at once.
   */
  readonly prepare?: (database: Database) => Promise<void>
}

/** A database of 0.2.0 names each of these as run; the one that ends them now creates all of their tables. */
const beforeFirstRelease = [
  '0001-foundations',
  '0002-people-and-mail',
  '0003-receipts',
  '0004-removals',
  '0005-answered-reports',
  '0006-accounts',
  '0007-canonical-addresses',
  '0008-verdicts-and-figures',
  '0009-search',
  '0010-reported-mails',
  '0011-flags-out',
  '0012-arrivals',
  '0013-mail-checks',
  '0014-account-links',
  '0015-sessions',
  '0016-second-factors',
  '0017-suspended-organizations',
  '0018-reported-mails-of-user',
  '0019-provisioning',
  '0020-single-sign-on',
  '0021-factor-policies',
  '0022-organization-admins',
  '0023-messages',
  '0024-flags-that-end',
  '0025-weekly-scores',
  '0026-organization-joins',
  '0027-daily-counts',
  '0028-activity',
  '0029-webhooks',
  '0030-languages',
  '0031-inviters',
  '0033-refused-requests',
  '0034-reset-requests-of-known-browsers',
  '0035-destinations',
  '0036-reasons',
  '0037-judge',
]

/** A database of a server between 0.2.0 and 0.3.0 names these as run; 0043 creates all of their tables. */
const before030 = [
  '0044-learning',
  '0045-judge-days',
  '0046-session-scopes',
  '0047-mailboxes',
  '0048-answers-by-mail',
  '0049-mailbox-wishes',
  '0050-mailbox-sign-ins',
  '0051-mailbox-credentials',
].map((name) => `${name}@0.3.0`)

const empty = (names: readonly string[]) =>
  Object.fromEntries(names.map((name) => [name, { up: async () => {} }]))

/**
 * All migrations in order. A released migration is never edited. The name of one that is added after
 * the first release, 0.2.0, ends with the release that brings it: `0040-teams@0.3.0`: a server
 * of an older release finds there which one reads the database.
 */
export const migrations: Readonly<Record<string, LongMigration>> = {
  ...empty(beforeFirstRelease),
  '0038-judge-counts': { up: createFirstRelease },
  '0039-organization-keys@0.3.0': {
    // Prepares the others, too, so that an upgrade from 0.2.0 prepares all of 0.3.0 while its
    // servers run.
    async prepare(database) {
      await fillOrganizations(database)
      await copyMail(database)
      await readCorrespondents(database)
    },
    up: keyByOrganization,
  },
  ...empty(['0040-operator-keys@0.3.0']),
  '0041-partitions@0.3.0': { prepare: copyMail, up: splitMail },
  '0042-correspondents@0.3.0': { prepare: readCorrespondents, up: keepCorrespondents },
  '0043-judge-choice@0.3.0': { up: addJudgeAndMailboxes },
  ...empty(before030),
  '0052-provider-credentials@0.3.0': { up: requireWhole },
}

/**
 * Runs the pending migrations, those between two that are prepared in one transaction.
 * @param last the last migration to run, for tests; the default is all of them
 */
export async function migrate(database: Database, last?: string): Promise<void> {
  if (last === undefined && (await isCurrent(database))) return
  await requireOwnTables(database)
  const names = Object.keys(migrations)
  const end = last === undefined ? names.length : names.indexOf(last) + 1
  for (const [index, name] of names.slice(0, end).entries()) {
    const { prepare } = migrations[name] ?? {}
    if (prepare === undefined || !(await pendingMigrations(database)).includes(name)) continue
    await run(database, names[index - 1])
    await prepare(database)
  }
  await run(database, last)
}

async function run(database: Database, last: string | undefined): Promise<void> {
  const migrator = migratorFor(database)
  const { error } =
    last === undefined ? await migrator.migrateToLatest() : await migrator.migrateTo(last)
  if (error === undefined) return
  // If this fails, too, the original error is more useful.
  const unknown = await unknownMigrations(database).catch(() => [])
  if (unknown.length === 0) throw error
  throw new Error(
    `it is of ${releaseOf(unknown)}, with ${unknown.join(', ')}: start that version, or restore the backup from before it`,
  )
}

/** Whether all migrations have run and no other: the usual case, told by one query. */
async function isCurrent(database: Database): Promise<boolean> {
  // Without the table there is no migration; what else fails does so again with its own words.
  const executed = await executedMigrations(database).catch(() => [])
  const names = Object.keys(migrations)
  return executed.length === names.length && executed.every((name) => name in migrations)
}

/**
 * Does what pending migrations can do while servers of the earlier version run.
 * @returns the names of the migrations that are prepared now
 */
export async function prepareMigrations(database: Database): Promise<string[]> {
  const [next] = await pendingMigrations(database)
  const { prepare } = migrations[next ?? ''] ?? {}
  // Any other would need the ones before it, which servers of the earlier version do not know.
  if (next === undefined || prepare === undefined) return []
  await prepare(database)
  return [next]
}

/** So many names of tables are no chance. */
const fewestOwn = 2

/** Tables of another program must not be mixed with those of Aman. */
async function requireOwnTables(database: Database): Promise<void> {
  if (await isMigrated(database)) return
  const tables = await database.introspection.getTables()
  // Another server may have created the tables of Aman in between.
  if (tables.length === 0 || (await isMigrated(database))) return
  const names = tables.map(({ name }) => name)
  requireRestored(names)
  throw new Error(`it holds tables of another program: ${names.slice(0, 3).join(', ')}`)
}

/**
 * A database with tables of Aman and no list of its migrations was not restored to its end.
 * @param names of the tables of a database without that list
 */
export function requireRestored(names: readonly string[]): void {
  const own: readonly string[] = tablesInOrder
  if (names.filter((name) => own.includes(name)).length < fewestOwn) return
  throw new Error(
    'it is not completely restored: it has tables of Aman and no list of its migrations',
  )
}

async function isMigrated(database: Database): Promise<boolean> {
  const known = await migratorFor(database).getMigrations()
  return known.some(({ executedAt }) => executedAt !== undefined)
}

/** The release that a database needs which has run migrations that this one does not know. */
export function releaseOf(unknown: readonly string[]): string {
  const named = unknown.flatMap((name) => /@(\d+\.\d+\.\d+)$/.exec(name)?.[1] ?? [])
  const newest = named.toSorted((one, other) => one.localeCompare(other, 'en', { numeric: true }))
  const release = newest.at(-1)
  return release === undefined ? 'a newer version of Aman' : `Aman ${release} or newer`
}

/** Names of migrations that the database has not run yet. */
export async function pendingMigrations(database: Database): Promise<string[]> {
  const known = await migratorFor(database).getMigrations()
  return known.filter(({ executedAt }) => executedAt === undefined).map(({ name }) => name)
}

/** Names of migrations that the database has run and this server does not know. */
export async function unknownMigrations(database: Database): Promise<string[]> {
  return (await executedMigrations(database)).filter((name) => !(name in migrations))
}

async function executedMigrations(database: Database): Promise<string[]> {
  const executed = await database
    .withTables<{ kysely_migration: { name: string } }>()
    .selectFrom('kysely_migration')
    .select('name')
    .orderBy('name')
    .execute()
  return executed.map(({ name }) => name)
}

function migratorFor(database: Database): Migrator {
  return new Migrator({
    db: database,
    provider: { getMigrations: async () => migrations },
  })
}
