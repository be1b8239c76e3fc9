import { isPostgresUrl } from '../../core/database-address.ts'
import { StartError, wordsOfCause } from '../../core/start-error.ts'
import { isUnavailable } from '../../database/drivers/database-error.ts'
import { openExistingDatabase } from '../../database/opening/open-existing.ts'
import type { Database } from '../../database/tables/tables.ts'
import { type Finding, wrong } from './finding.ts'

/** @returns the findings of the check, or why the database cannot be opened */
export async function withDatabase(
  address: string,
  check: (database: Database) => Promise<readonly Finding[]>,
): Promise<readonly Finding[]> {
  try {
    await using cleanUp = new AsyncDisposableStack()
    const database = await openExistingDatabase(address)
    cleanUp.defer(() => database.destroy())
    return await check(database)
  } catch (cause) {
    if (cause instanceof StartError) return [wrong(cause.message, mendOf(cause.message, address))]
    if (!isUnavailable(cause)) throw cause
    const mend = 'Look for a program that holds it, for a full disk, and at its own log.'
    return [wrong(`The database does not answer: ${wordsOfCause(cause)}`, mend)]
  }
}

function mendOf(words: string, address: string): string {
  if (/belongs to an older version/.test(words)) return 'Start the server of this version.'
  if (/belongs to/.test(words)) return 'Install that version, or restore the backup from before it.'
  if (/not completely restored/.test(words)) {
    return "Make an empty database and restore into it: docs/operations.md, 'Restore a backup'."
  }
  if (/There is no database|holds no data of Aman/.test(words)) {
    return 'Start the server, which makes it; if there was one, correct DATABASE_URL or restore the backup.'
  }
  if (!isPostgresUrl(address)) return 'Mend what is wrong with its files, which stand above.'
  if (/password authentication|SASL/.test(words)) {
    return `Correct the password in DATABASE_URL, or set it: psql -c '\\password aman' as postgres.`
  }
  if (/role .* does not exist|database .* does not exist/.test(words)) {
    return "Make it as docs/operations.md, 'Add a server', says, or correct DATABASE_URL."
  }
  return 'Start PostgreSQL (systemctl start postgresql), and look at the host, the port and the firewall.'
}
