import { readConfiguration } from '../server/core/configuration.ts'
import { openDatabase } from '../server/database/open.ts'
import type { Database } from '../server/database/tables.ts'

/** @returns what `openDatabase` takes for a DATABASE_URL */
export function addressOf(databaseUrl: string): string {
  return readConfiguration({ DATABASE_URL: databaseUrl }).database.address
}

/** Opens what a server with this DATABASE_URL would open. */
export function openByUrl(databaseUrl: string): Promise<Database> {
  return openDatabase(addressOf(databaseUrl))
}
