import { DatabaseSync } from 'node:sqlite'
import { isPostgresUrl, usualConnections } from '../../../../server/core/database-address.ts'
import { createPool } from '../../../../server/database/drivers/postgres-pool.ts'
import { cacheKibibytes } from '../../../../server/database/opening/open-sqlite.ts'

export type Row = Record<string, unknown>
/** Prepares a statement once; its parameters are `?`. */
export type Query = (sql: string) => (parameters: readonly string[]) => Row[] | Promise<Row[]>

export function openQuery(address: string): Query {
  return isPostgresUrl(address) ? openPostgres(address) : openSqlite(address)
}

/** @returns a query of the ids whose text holds a term, answered by the index of each engine */
export function holding(address: string): (table: string, term: string) => string {
  return isPostgresUrl(address)
    ? (table, term) => `select id from ${table} where search_text like '%${term}%'`
    : (table, term) => `select numbers.id from ${table}_search as found
        join ${table}_search_numbers as numbers on numbers.number = found.rowid
        where found.search_text match '"${term}"'`
}

function openSqlite(path: string): Query {
  const database = new DatabaseSync(path)
  // As much as the server has.
  database.exec(`pragma cache_size = -${cacheKibibytes}`)
  return (sql) => {
    const statement = database.prepare(sql)
    return (parameters) => statement.all(...parameters)
  }
}

/** As many connections as the server has, which read numbers as it does. */
export const openPool = (address: string) => createPool(address, usualConnections, 0)

function openPostgres(connectionString: string): Query {
  const pool = openPool(connectionString)
  let statements = 0
  return (sql) => {
    statements += 1
    const name = `statement-${statements}`
    let parameters = 0
    const text = sql.replaceAll('?', () => {
      parameters += 1
      return `$${parameters}`
    })
    return async (values) => (await pool.query<Row>({ name, text, values: [...values] })).rows
  }
}
