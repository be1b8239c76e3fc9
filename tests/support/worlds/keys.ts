import { sql } from 'kysely'
import { isPostgres } from '../../../server/database/engine.ts'
import type { Database } from '../../../server/database/tables/tables.ts'

/** The columns of the primary key and of each other unique index of a table or its partitions, as the engine has them. */
export async function readKeys(database: Database, table: string): Promise<readonly string[][]> {
  const query = isPostgres(database)
    ? sql<{ name: string; column: string }>`select pg_index.indexrelid::regclass::text as name,
        pg_attribute.attname as column
      from pg_index join pg_attribute on pg_attribute.attrelid = pg_index.indexrelid
      where (pg_index.indrelid = ${table}::regclass or pg_index.indrelid in (select relid
          from pg_partition_tree(${table}::regclass))) and pg_index.indisunique`
    : sql<{ name: string; column: string }>`select indexes.name as name, columns.name as column
      from pragma_index_list(${table}) as indexes, pragma_index_info(indexes.name) as columns
      where indexes."unique" = 1`
  const { rows } = await query.execute(database)
  const keys = Map.groupBy(rows, ({ name }) => name)
  return [...keys.values()].map((columns) => columns.map(({ column }) => column))
}
