import { DatabaseSync, type SQLOutputValue } from 'node:sqlite'
import { cacheKibibytes } from '../../../server/database/open.ts'

export type Row = Record<string, SQLOutputValue>
/** Prepares a statement once; its parameters are `?`. */
export type Query = (sql: string) => (parameters: readonly string[]) => Row[] | Promise<Row[]>

export function openSqlite(path: string): Query {
  const database = new DatabaseSync(path)
  // As much as the server has.
  database.exec(`pragma cache_size = -${cacheKibibytes}`)
  return (sql) => {
    const statement = database.prepare(sql)
    return (parameters) => statement.all(...parameters)
  }
}
