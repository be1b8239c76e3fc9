import { CompiledQuery } from 'kysely'
import { isPostgres } from './engine.ts'
import type { Database, Tables } from './tables/tables.ts'

const texts = new Map<string, string>()

/**
 * Inserts many rows with the same columns in one statement. Kysely makes objects of every value before
 * it writes the text, which for a hundred rows takes as long as SQLite takes to store them.
 */
export async function insertRows<Table extends keyof Tables & string>(
  database: Database,
  table: Table,
  rows: readonly Tables[Table][],
): Promise<void> {
  const [first] = rows
  if (first === undefined) return
  const columns = Object.keys(first)
  const text = textFor(isPostgres(database), table, columns, rows.length)
  const parameters = rows.flatMap((row) => columns.map((column) => Reflect.get(row, column)))
  await database.executeQuery(CompiledQuery.raw(text, parameters))
}

/** Batches of the same size have the same text. */
function textFor(
  isForPostgres: boolean,
  table: string,
  columns: readonly string[],
  rows: number,
): string {
  const key = `${isForPostgres} ${table} ${columns} ${rows}`
  const known = texts.get(key)
  if (known !== undefined) return known
  let parameters = 0
  const place = () => {
    parameters += 1
    return isForPostgres ? `$${parameters}` : '?'
  }
  const row = () => `(${columns.map(place).join(', ')})`
  const values = Array.from({ length: rows }, row).join(', ')
  const names = columns.map((column) => `"${column}"`).join(', ')
  const text = `insert into "${table}" (${names}) values ${values}`
  texts.set(key, text)
  return text
}
