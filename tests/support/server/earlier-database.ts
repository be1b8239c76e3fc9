import { DatabaseSync } from 'node:sqlite'
import { Kysely, PostgresAdapter, sql } from 'kysely'
import { isPostgresUrl } from '../../../server/core/database-address.ts'
import { PortablePostgresDialect } from '../../../server/database/drivers/postgres-dialect.ts'
import { createPool } from '../../../server/database/drivers/postgres-pool.ts'
import { NodeSqliteDialect } from '../../../server/database/drivers/sqlite-dialect.ts'
import { tablesInOrder } from '../../../server/database/opening/copy-database.ts'
import { migrate } from '../../../server/database/opening/migrate.ts'
import type { Database, Tables } from '../../../server/database/tables/tables.ts'
import type { Rows } from '../worlds/every-table.ts'

/** Opens what is there as it is; `openDatabase` brings it up to date. */
export function connectTo(address: string): Database {
  if (!isPostgresUrl(address)) {
    return new Kysely<Tables>({ dialect: new NodeSqliteDialect(new DatabaseSync(address)) })
  }
  return new Kysely<Tables>({ dialect: new PortablePostgresDialect(createPool(address, 1, 0)) })
}

/** The last migration of 0.2.0. */
export const firstRelease = '0038-judge-counts'

/**
 * Makes an empty database what it was when this migration was the newest, with a row in every table
 * that there was.
 * @returns those rows, with the columns that there were
 */
export async function fillEarlier(
  database: Database,
  migration: string,
  rows: Rows,
): Promise<readonly EarlierRow[]> {
  await migrate(database, migration)
  const tables = await database.introspection.getTables()
  const earlier: EarlierRow[] = []
  for (const table of tablesInOrder) {
    const columns = tables.find(({ name }) => name === table)?.columns.map(({ name }) => name)
    if (columns === undefined) continue
    const isThere = ([name]: [string, unknown]) => columns.includes(name)
    const row = Object.fromEntries(Object.entries(rows[table]).filter(isThere))
    await insertRow(database, { table, row })
    earlier.push({ table, row })
  }
  return earlier
}

/** Takes any columns, for a table may have had others earlier. */
export async function insertRow(database: Database, { table, row }: EarlierRow): Promise<void> {
  const columns = Object.keys(row).map((name) => sql.ref(name))
  await sql`insert into ${sql.table(table)} (${sql.join(columns)})
    values (${sql.join(Object.values(row))})`.execute(database)
}

/** Inserts what an earlier table has of a row of today. */
export async function insertEarlier(database: Database, { table, row }: EarlierRow): Promise<void> {
  const tables = await database.introspection.getTables()
  const columns = tables.find(({ name }) => name === table)?.columns.map(({ name }) => name) ?? []
  const known = Object.entries(row).filter(([name]) => columns.includes(name))
  await insertRow(database, { table, row: Object.fromEntries(known) })
}

export interface EarlierRow {
  readonly table: keyof Tables
  readonly row: Readonly<Record<string, unknown>>
}

/** @returns those that are not there any more, or not with the same values */
export async function findMissing(
  database: Database,
  rows: readonly EarlierRow[],
): Promise<readonly EarlierRow[]> {
  const missing: EarlierRow[] = []
  for (const { table, row } of rows) {
    const conditions = Object.entries(row).map(([name, value]) =>
      value === null ? sql`${sql.ref(name)} is null` : sql`${sql.ref(name)} = ${value}`,
    )
    const found = await sql`select 1 from ${sql.table(table)}
      where ${sql.join(conditions, sql` and `)}`.execute(database)
    if (found.rows.length !== 1) missing.push({ table, row })
  }
  return missing
}

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
