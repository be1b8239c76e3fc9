import { PostgresAdapter, sql } from 'kysely'
import type { Database } from '../../../server/database/tables/tables.ts'

const sqliteSchema = sql<{ line: string }>`
  select type || ' ' || name || ' ' || coalesce(sql, '') as line from sqlite_master
  union all select name from kysely_migration order by line`

const postgresSchema = sql<{ line: string }>`
  select concat_ws(' ', table_name, ordinal_position, column_name, data_type, collation_name,
    is_nullable, column_default) as line
  from information_schema.columns where table_schema = 'public'
  union all select indexdef from pg_indexes where schemaname = 'public'
  union all select concat_ws(' ', conrelid::regclass, conname, pg_get_constraintdef(oid))
    from pg_constraint where connamespace = 'public'::regnamespace
  union all select name from kysely_migration order by line`

/** Every table, column, index, constraint and migration, to be compared with another database's. */
export async function describeSchema(database: Database): Promise<readonly string[]> {
  const isPostgres = database.getExecutor().adapter instanceof PostgresAdapter
  const { rows } = await (isPostgres ? postgresSchema : sqliteSchema).execute(database)
  // Which days have partitions depends on the mail that is there (decision 0132).
  return rows.map(({ line }) => line).filter((line) => !/scans_safe_\d{8}/.test(line))
}
