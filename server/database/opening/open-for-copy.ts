import type { Database } from '../tables/tables.ts'
import { openDatabase } from './open.ts'
import { isUnusedDatabase, openExistingDatabase } from './open-existing.ts'

/**
 * Creates the tables in an unused database, for all rows of another one; does not migrate a database in
 * use.
 * @throws StartError
 */
export async function openForCopy(address: string): Promise<Database> {
  if (await isUnusedDatabase(address)) return openDatabase(address)
  return openExistingDatabase(address)
}
