import { takeAdvisoryLock } from '../advisory-lock.ts'
import { retryWhileBusy } from '../drivers/database-error.ts'
import type { Database } from '../tables/tables.ts'

/**
 * When several servers start together, only one runs a step of a preparation at a time, or the
 * migrations that end it. A transaction takes the lock before anything else, or two servers could
 * wait for each other.
 */
export function takePreparationLock(transaction: Database): Promise<void> {
  return takeAdvisoryLock(transaction, 'preparation')
}

/**
 * Repeats a step, each time in a transaction, until it says that it was the last.
 * @param table one that the migration drops: without it, the start of another server has run all of it
 */
export async function repeatStep(
  database: Database,
  table: string,
  step: (transaction: Database) => Promise<boolean>,
): Promise<void> {
  for (let isLast = false; !isLast; ) {
    isLast = await retryWhileBusy(() =>
      database.transaction().execute(async (transaction) => {
        await takePreparationLock(transaction)
        return (await hasTable(transaction, table)) ? await step(transaction) : true
      }),
    )
  }
}

export async function hasTable(database: Database, name: string): Promise<boolean> {
  // `to_regclass` could answer from what its connection remembers of before it waited.
  const tables = await database.introspection.getTables()
  return tables.some((table) => table.name === name)
}
