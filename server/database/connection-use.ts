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
function freeExecutor(database: Database): QueryExecutor | undefined {
  return known.get(database)?.()
}

/** The use of a database's connections. */
export interface ConnectionUse {
  /** How many are in use. */
  busy: number
  /** How many queries and transactions wait for one. */
  waiting: number
}

/**
 * Counts from now on. Above the driver, because on SQLite Kysely itself makes queries wait for the only
 * connection. A database that is not watched pays nothing.
 * @param onWait called with each wait
 */
export function watchConnections(
  database: Database,
  onWait: (seconds: number) => void,
): Readonly<ConnectionUse> {
  const use: ConnectionUse = { busy: 0, waiting: 0 }
  const executor = database.getExecutor()
  const provide = executor.provideConnection.bind(executor)
  executor.provideConnection = async (consumer, options) => {
    const startedMs = performance.now()
    let isWaiting = true
    use.waiting += 1
    const endWait = () => {
      isWaiting = false
      use.waiting -= 1
      onWait((performance.now() - startedMs) / 1000)
    }
    try {
      return await provide(async (connection) => {
        endWait()
        use.busy += 1
        try {
          return await consumer(connection)
        } finally {
          use.busy -= 1
        }
      }, options)
    } finally {
      // No connection came.
      if (isWaiting) endWait()
    }
  }
  const execute = executor.executeQuery.bind(executor)
  executor.executeQuery = (query, options) => {
    // It is not queued.
    if (freeExecutor(database) !== undefined) onWait(0)
    return execute(query, options)
  }
  return use
}
