import { sql } from 'kysely'
import { readConfiguration } from '../../../server/core/configuration.ts'
import { isPostgresUrl } from '../../../server/core/database-address.ts'
import { openDatabase } from '../../../server/database/opening/open.ts'
import type { Place } from '../worlds/factories.ts'

/** @returns what `openDatabase` takes for a DATABASE_URL */
export function addressOf(databaseUrl: string): string {
  return readConfiguration({ DATABASE_URL: databaseUrl }).database.address
}

/** Opens what a server with this DATABASE_URL has open, for factories to write to. */
export async function openPlace(databaseUrl: string): Promise<Place & AsyncDisposable> {
  const address = addressOf(databaseUrl)
  const database = await openDatabase(address)
  if (!isPostgresUrl(address)) {
    // The server on the same file waits 500 ms for a lock, because waiting blocks it. A test may wait
    // longer, and must not hold the lock while a slow disk confirms what is thrown away afterwards.
    await sql`pragma busy_timeout = 30000`.execute(database)
    await sql`pragma synchronous = off`.execute(database)
  }
  return {
    database,
    clock: () => new Date(),
    [Symbol.asyncDispose]: () => database.destroy(),
  }
}
