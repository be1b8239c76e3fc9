import { isPostgresUrl, placeOf, usualConnections } from '../../core/database-address.ts'
import { NotYetError, StartError, wordsOfCause } from '../../core/start-error.ts'
import { isReadOnly, isUnavailable, retryWhileBusy } from '../drivers/database-error.ts'
import type { Database } from '../tables/tables.ts'
import { openSqlite } from './open-sqlite.ts'

/**
 * Opens a database and runs pending migrations.
 * @param address a file system path, `:memory:`, or a PostgreSQL URL
 * @param connections the maximum number of PostgreSQL connections; a file needs only one
 * @throws StartError
 */
export async function openDatabase(
  address: string,
  connections = usualConnections,
): Promise<Database> {
  try {
    return await retryWhileBusy(() =>
      isPostgresUrl(address) ? openServer(address, connections) : openSqlite(address),
    )
  } catch (cause) {
    const words = `Cannot open the database ${placeOf(address)}: ${wordsOfCause(cause)}`
    throw isUnavailable(cause) && !isReadOnly(cause)
      ? new NotYetError(words)
      : new StartError(words)
  }
}

/** Its driver is loaded only where it is used. */
async function openServer(url: string, connections: number): Promise<Database> {
  const { openPostgres } = await import('./open-postgres.ts')
  return openPostgres(url, connections)
}

/** A database without users is empty: the first data includes a user. */
export async function isEmpty(database: Database): Promise<boolean> {
  return (await database.selectFrom('users').select('id').limit(1).executeTakeFirst()) === undefined
}
