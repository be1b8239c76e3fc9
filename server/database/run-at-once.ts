import type { DatabaseSync } from 'node:sqlite'
import type { QueryExecutor } from 'kysely'
import type { Database } from './tables/tables.ts'

const known = new WeakMap<Database, () => QueryExecutor | undefined>()

/**
 * Runs a statement outside a transaction at once while no transaction is open. SQLite answers before it
 * returns, so that nothing comes in between; to queue for the only connection, as Kysely does with each
 * statement, takes as long as a small one. While a transaction is open they wait for its end as before.
 *
 */
export function runAtOnce(database: Database, sqlite: DatabaseSync): void {
  const executor = database.getExecutor()
  const queue = executor.executeQuery.bind(executor)
  const provide = executor.provideConnection.bind(executor)
  let atOnce: QueryExecutor | undefined
  known.set(database, () => (sqlite.isTransaction ? undefined : atOnce))
  executor.executeQuery = (query, options) => {
    const free = freeExecutor(database)
    return free === undefined ? queue(query, options) : free.executeQuery(query, options)
  }
  // The first statement is queued: Kysely opens its only connection for it.
  executor.provideConnection = (use, options) =>
    provide(async (connection) => {
      atOnce ??= executor.withConnectionProvider({ provideConnection: (run) => run(connection) })
      return use(connection)
    }, options)
}

/**
 * The executor that runs a statement of a database at once; undefined where it would wait for a
 * transaction.
 */
export function freeExecutor(database: Database): QueryExecutor | undefined {
  return known.get(database)?.()
}
