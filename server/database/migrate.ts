import { type Migration, Migrator } from 'kysely/migration'
import { up as layFoundations } from './migrations/0001-foundations.ts'
import { up as addUsersAndMail } from './migrations/0002-people-and-mail.ts'
import { up as addReceipts } from './migrations/0003-receipts.ts'
import { up as splitRemovals } from './migrations/0004-removals.ts'
import { up as keepAnswers } from './migrations/0005-answered-reports.ts'
import { up as watchAccounts } from './migrations/0006-accounts.ts'
import { up as canonicaliseAddresses } from './migrations/0007-canonical-addresses.ts'
import { up as addVerdictsAndFigures } from './migrations/0008-verdicts-and-figures.ts'
import type { Database } from './tables.ts'

/** In order; a migration that was ever released is never edited. */
export const migrations: Readonly<Record<string, Migration>> = {
  '0001-foundations': { up: layFoundations },
  '0002-people-and-mail': { up: addUsersAndMail },
  '0003-receipts': { up: addReceipts },
  '0004-removals': { up: splitRemovals },
  '0005-answered-reports': { up: keepAnswers },
  '0006-accounts': { up: watchAccounts },
  '0007-canonical-addresses': { up: canonicaliseAddresses },
  '0008-verdicts-and-figures': { up: addVerdictsAndFigures },
}

/**
 * Runs what the database has not seen yet, in one transaction.
 * @param last the migration to stop at, for tests; all of them without it
 */
export async function migrate(database: Database, last?: string): Promise<void> {
  const migrator = migratorFor(database)
  const { error } =
    last === undefined ? await migrator.migrateToLatest() : await migrator.migrateTo(last)
  if (error === undefined) return
  // Where even that cannot be read, the first failure says more.
  const unknown = await unknownMigrations(database).catch(() => [])
  if (unknown.length === 0) throw error
  throw new Error(
    `it is of a newer version of Aman, with ${unknown.join(', ')}: start that version, or restore the backup from before it`,
  )
}

/** Names of what this server knows and the database has not seen. */
export async function pendingMigrations(database: Database): Promise<string[]> {
  const known = await migratorFor(database).getMigrations()
  return known.filter(({ executedAt }) => executedAt === undefined).map(({ name }) => name)
}

/** Names of what the database has seen and this server does not know. */
export async function unknownMigrations(database: Database): Promise<string[]> {
  const executed = await database
    .withTables<{ kysely_migration: { name: string } }>()
    .selectFrom('kysely_migration')
    .select('name')
    .orderBy('name')
    .execute()
  return executed.map(({ name }) => name).filter((name) => !(name in migrations))
}

function migratorFor(database: Database): Migrator {
  return new Migrator({
    db: database,
    provider: { getMigrations: async () => migrations },
  })
}
