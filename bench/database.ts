import { readConfiguration } from '../server/configuration.ts'
import { openDatabase } from '../server/database/open.ts'
import type { Database } from '../server/database/tables.ts'

/** Opens what a server with this DATABASE_URL would open. */
export function openByUrl(url: string): Promise<Database> {
  return openDatabase(readConfiguration({ DATABASE_URL: url }).databasePath)
}
