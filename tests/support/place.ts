import { readConfiguration } from '../../server/core/configuration.ts'
import { openDatabase } from '../../server/database/open.ts'
import type { Place } from './factories.ts'

/** @returns what `openDatabase` takes for a DATABASE_URL */
export function addressOf(databaseUrl: string): string {
  return readConfiguration({ DATABASE_URL: databaseUrl }).database.address
}

/** Opens what a server with this DATABASE_URL would open, for factories to write to. */
export async function openPlace(databaseUrl: string): Promise<Place & AsyncDisposable> {
  const database = await openDatabase(addressOf(databaseUrl))
  return {
    database,
    clock: () => new Date(),
    [Symbol.asyncDispose]: () => database.destroy(),
  }
}
