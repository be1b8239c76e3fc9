import { DatabaseSync } from 'node:sqlite'
import pg from 'pg'
import { isPostgresUrl } from '../../../server/database/address.ts'
import { cacheKibibytes } from '../../../server/database/open-sqlite.ts'

export type Row = Record<string, unknown>
/** Prepares a statement once; its parameters are `?`. */
export type Query = (sql: string) => (parameters: readonly string[]) => Row[] | Promise<Row[]>

export function openQuery(address: string): Query {
  return isPostgresUrl(address) ? openPostgres(address) : openSqlite(address)
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

function openPostgres(connectionString: string): Query {
  const pool = new pg.Pool({ connectionString })
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
