import { DatabaseSync, type SQLOutputValue } from 'node:sqlite'

export type Row = Record<string, SQLOutputValue>
/** Prepares a statement once; its parameters are `?`. */
export type Query = (sql: string) => (parameters: readonly string[]) => Row[] | Promise<Row[]>

export function openSqlite(path: string): Query {
  const database = new DatabaseSync(path)
  return (sql) => {
    const statement = database.prepare(sql)
    return (parameters) => statement.all(...parameters)
  }
}
