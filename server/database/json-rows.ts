import { type RawBuilder, sql } from 'kysely'
import { isPostgres } from './engine.ts'
import type { Database, Tables } from './tables/tables.ts'

/** A statement that writes the rows of one table, which are a JSON array and one parameter. */
export type WriteRows = RawBuilder<unknown>

/** The columns of a table. The compiler asks for one that is missing, which would be left empty. */
export function allColumns<Row>(columns: Readonly<Record<keyof Row & string, true>>) {
  return Object.keys(columns) as (keyof Row & string)[]
}

/**
 * The rows of a JSON array, to insert them. Their number changes neither the text, so that it is compiled
 * and planned once, nor the number of parameters.
 * @param columns of the table, which all rows have
 * @param json the array
 */
export function insertJsonRows<Table extends keyof Tables & string>(
  database: Database,
  table: Table,
  columns: readonly (keyof Tables[Table] & string)[],
  json: string,
): WriteRows {
  const names = sql.join(columns.map((column) => sql.ref(column)))
  const [into, rows] = isPostgres(database)
    ? [names, sql`json_populate_recordset(null::${sql.table(table)}, ${json}::json)`]
    : [
        sql.join(columns.map((column) => sql`value ->> ${sql.lit(column)}`)),
        sql`json_each(${json})`,
      ]
  // Without a condition SQLite takes `on conflict` for that of a join.
  return sql`insert into ${sql.table(table)} (${names}) select ${into} from ${rows} where true`
}

/** The same, where rows with the same keys grow by these sums. */
export function addJsonRows<Table extends keyof Tables & string>(
  database: Database,
  table: Table,
  keys: readonly (keyof Tables[Table] & string)[],
  sums: readonly (keyof Tables[Table] & string)[],
  json: string,
): WriteRows {
  const added = sums.map(
    (column) =>
      sql`${sql.ref(column)} = ${sql.ref(`${table}.${column}`)} + ${sql.ref(`excluded.${column}`)}`,
  )
  return sql`${insertJsonRows(database, table, [...keys, ...sums], json)}
    on conflict (${sql.join(keys.map((key) => sql.ref(key)))}) do update set ${sql.join(added)}`
}
