import { existsSync } from 'node:fs'
import { isPostgresUrl, placeOf } from '../../core/database-address.ts'
import { StartError, wordsOfCause } from '../../core/start-error.ts'
import { retryWhileBusy } from '../drivers/database-error.ts'
import type { Database } from '../tables/tables.ts'
import { pendingMigrations, releaseOf, requireRestored, unknownMigrations } from './migrate.ts'
import { openDatabase } from './open.ts'
import { connectSqlite } from './open-sqlite.ts'

const firstMigration = '0001-foundations'
const hint = 'DATABASE_URL names the database of the server.'

/**
 * Opens a server's database for a command. It creates and migrates nothing, because a running server
 * may have another version.
 * @throws StartError
 */
export async function openExistingDatabase(address: string): Promise<Database> {
  checkExists(address)
  try {
    return await retryWhileBusy(() => openCurrent(address))
  } catch (cause) {
    if (cause instanceof StartError) throw cause
    throw cannotOpen(address, cause)
  }
}

/** Checks files only; PostgreSQL itself reports a database that does not exist. */
export function checkExists(address: string): void {
  if (isPostgresUrl(address) || existsSync(address)) return
  throw new StartError(`There is no database at ${placeOf(address)}. ${hint}`)
}

/** Whether no server has used the database yet: it does not exist or has no tables of Aman. */
async function isUnusedDatabase(address: string): Promise<boolean> {
  if (!isPostgresUrl(address) && !existsSync(address)) return true
  try {
    return await retryWhileBusy(async () => {
      await using cleanUp = new AsyncDisposableStack()
      const database = await connect(address)
      cleanUp.defer(() => database.destroy())
      return (await versionOf(database)) === 'none'
    })
  } catch (cause) {
    throw cannotOpen(address, cause)
  }
}

/**
 * Opens a database of any version, to look at it.
 * @throws StartError
 */
export async function openForLook(address: string): Promise<Database> {
  checkExists(address)
  try {
    const database = await connect(address)
    if ((await versionOf(database)) !== 'none') return database
    await database.destroy()
  } catch (cause) {
    throw cannotOpen(address, cause)
  }
  throw new StartError(`${placeOf(address)} holds no data of Aman. ${hint}`)
}

async function openCurrent(address: string): Promise<Database> {
  const database = await connect(address)
  try {
    await checkVersion(database, address)
    return database
  } catch (cause) {
    await database.destroy()
    throw cause
  }
}

/** The driver of PostgreSQL is loaded only where it is used. */
async function connect(address: string): Promise<Database> {
  if (!isPostgresUrl(address)) return connectSqlite(address)
  const { connectPostgres } = await import('./open-postgres.ts')
  return connectPostgres(address, 1)
}

function cannotOpen(address: string, cause: unknown): StartError {
  return new StartError(`Cannot open the database ${placeOf(address)}: ${wordsOfCause(cause)}`)
}

async function checkVersion(database: Database, address: string): Promise<void> {
  const place = placeOf(address)
  switch (await versionOf(database)) {
    case 'none':
      requireRestored((await database.introspection.getTables()).map(({ name }) => name))
      throw new StartError(`${place} holds no data of Aman. ${hint}`)
    case 'older':
      throw new StartError(
        `${place} belongs to an older version of Aman: run the command of that version, or start the server of this version first`,
      )
    case 'newer':
      throw new StartError(
        `${place} belongs to ${releaseOf(await unknownMigrations(database))}: run the command of that version`,
      )
    case 'same':
  }
}

/** The version of Aman that last migrated a database, compared with this one. */
async function versionOf(database: Database): Promise<'none' | 'older' | 'same' | 'newer'> {
  const pending = await pendingMigrations(database)
  if (pending.includes(firstMigration)) return 'none'
  if ((await unknownMigrations(database)).length > 0) return 'newer'
  return pending.length > 0 ? 'older' : 'same'
}

/**
 * Creates the tables in an unused database, for all rows of another one; does not migrate a database in
 * use.
 * @throws StartError
 */
export async function openForCopy(address: string): Promise<Database> {
  if (await isUnusedDatabase(address)) return openDatabase(address)
  return openExistingDatabase(address)
}
