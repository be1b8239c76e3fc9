import type { Database } from './tables/tables.ts'

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
  return use
}
