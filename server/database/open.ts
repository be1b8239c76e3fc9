import { StartError, wordsOfCause } from '../core/start-error.ts'
import { isPostgresUrl, placeOf, usualConnections } from './address.ts'
import { openPostgres } from './open-postgres.ts'
import { openSqlite } from './open-sqlite.ts'
import { retryWhileBusy } from './retry-while-busy.ts'
import type { Database } from './tables.ts'

/**
 * Opens a database and brings it up to date.
 * @param address a path of the file system, `:memory:`, or a URL of PostgreSQL
 * @param connections at most so many, to PostgreSQL; a file needs no more than one
 * @throws StartError
 */
export async function openDatabase(
  address: string,
  connections = usualConnections,
): Promise<Database> {
  try {
    return await retryWhileBusy(() =>
      isPostgresUrl(address) ? openPostgres(address, connections) : openSqlite(address),
    )
  } catch (cause) {
    const words = wordsOfCause(cause)
    throw new StartError(`Cannot open the database ${placeOf(address)}: ${words}`)
  }
}
