import { addressOf, openByUrl } from '../../bench/database.ts'
import { wordsOfCause } from '../../server/core/start-error.ts'
import { pendingMigrations } from '../../server/database/migrate.ts'
import type { Database } from '../../server/database/tables.ts'
import { connectTo, findMissing } from '../../tests/support/earlier-database.ts'
import { describeSchema } from '../../tests/support/schema.ts'
import { countRows, type OldDatabase } from './old-database.ts'

export async function isOld(databaseUrl: string): Promise<boolean> {
  const database = connectTo(addressOf(databaseUrl))
  try {
    return (await pendingMigrations(database)).length > 0
  } finally {
    await database.destroy()
  }
}

export async function schemaOf(databaseUrl: string): Promise<readonly string[]> {
  const database = await openByUrl(databaseUrl)
  try {
    return await describeSchema(database)
  } finally {
    await database.destroy()
  }
}

/** Opens the database as a start does. @returns what is not as it should be then */
export async function findWrong(
  databaseUrl: string,
  old: OldDatabase,
  fresh: readonly string[],
): Promise<readonly string[]> {
  try {
    const database = await openByUrl(databaseUrl)
    return await compare(database, old, fresh).finally(() => database.destroy())
  } catch (cause) {
    return [wordsOfCause(cause)]
  }
}

async function compare(
  database: Database,
  old: OldDatabase,
  fresh: readonly string[],
): Promise<readonly string[]> {
  const schema = await describeSchema(database)
  const counts = await countRows(database)
  const missing = await findMissing(database, old.rows)
  return [
    ...fresh.filter((line) => !schema.includes(line)).map((line) => `missing: ${line}`),
    ...schema.filter((line) => !fresh.includes(line)).map((line) => `left over: ${line}`),
    ...missing.map(({ table }) => `the row of ${table} is gone or changed`),
    ...Object.entries(old.counts)
      .filter(([table, size]) => counts[table] !== size)
      .map(([table, size]) => `${table}: ${counts[table]} of ${size} rows`),
  ]
}
