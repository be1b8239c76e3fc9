import type { DatabaseSync } from 'node:sqlite'
import type { CompiledQuery, DatabaseConnection } from 'kysely'
import type { Database } from '../tables/tables.ts'

const known = new WeakMap<Database, () => DatabaseConnection | undefined>()

/**
 * Runs a statement outside a transaction at once while no transaction is open. SQLite answers before it
 * returns, so that nothing comes in between; to queue for the only connection, as Kysely does with each
 * statement, takes as long as a small one. While a transaction is open they wait for its end as before.
 * (A1810)
 */
export function runAtOnce(database: Database, sqlite: DatabaseSync): void {
  const executor = database.getExecutor()
  const wait = executor.executeQuery.bind(executor)
  let connection: DatabaseConnection | undefined
  known.set(database, () => (sqlite.isTransaction ? undefined : connection))
  executor.executeQuery = async <Row>(query: CompiledQuery<Row>) => {
    const free = freeConnection(database)
    if (free !== undefined) return free.executeQuery(query)
    connection ??= await executor.provideConnection(async (only) => only)
    return wait(query)
  }
}

/** The connection of a database on which a statement runs at once; undefined where it waits for one. */
export function freeConnection(database: Database): DatabaseConnection | undefined {
  return known.get(database)?.()
}
