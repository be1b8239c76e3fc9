import { type Migration, Migrator } from 'kysely/migration'
import { up as layFoundations } from './migrations/0001-foundations.ts'
import { up as addPeopleAndMail } from './migrations/0002-people-and-mail.ts'
import { up as addReceipts } from './migrations/0003-receipts.ts'
import { up as splitRemovals } from './migrations/0004-removals.ts'
import { up as keepAnswers } from './migrations/0005-answered-reports.ts'
import type { Database } from './tables.ts'

/** In order; a migration that was ever released is never edited. */
const migrations: Record<string, Migration> = {
  '0001-foundations': { up: layFoundations },
  '0002-people-and-mail': { up: addPeopleAndMail },
  '0003-receipts': { up: addReceipts },
  '0004-removals': { up: splitRemovals },
  '0005-answered-reports': { up: keepAnswers },
}

/** Runs what the database has not seen yet, in one transaction. */
export async function migrate(database: Database): Promise<void> {
  const { error } = await migratorFor(database).migrateToLatest()
  if (error !== undefined) throw error
}

/** Names of what this server knows and the database has not seen. */
export async function pendingMigrations(database: Database): Promise<string[]> {
  const known = await migratorFor(database).getMigrations()
  return known.filter(({ executedAt }) => executedAt === undefined).map(({ name }) => name)
}

function migratorFor(database: Database): Migrator {
  return new Migrator({
    db: database,
    provider: { getMigrations: async () => migrations },
  })
}
