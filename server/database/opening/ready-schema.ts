import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { DatabaseSync } from 'node:sqlite'

/** A release has it: what all migrations together make of an empty file. */
const schemaFile = join(import.meta.dirname, 'schema.sql')

const now = "strftime('%Y-%m-%dT%H:%M:%fZ', 'now')"

/**
 * Gives an empty file the tables of this version at once, where the schema is at hand: to run the
 * migrations one after the other takes many times as long. All or nothing is written.
 * @throws Error of SQLite, for instance while another server does the same
 */
export function layReadySchema(sqlite: DatabaseSync, path = schemaFile): void {
  if (!isWithoutTables(sqlite) || !existsSync(path)) return
  sqlite.exec('begin immediate')
  try {
    // Another server may have been faster.
    if (isWithoutTables(sqlite)) sqlite.exec(readFileSync(path, 'utf8'))
    sqlite.exec('commit')
  } catch (cause) {
    sqlite.exec('rollback')
    throw cause
  }
}

function isWithoutTables(sqlite: DatabaseSync): boolean {
  return sqlite.prepare('select 1 from sqlite_schema limit 1').get() === undefined
}

/** Writes down the tables, indexes and rows of a migrated file, as statements. */
export function describeSchema(sqlite: DatabaseSync): string {
  const made = sqlite
    .prepare(
      `select name, type, sql from sqlite_schema where sql is not null
        -- A virtual table makes them itself.
        and name not in (select name from pragma_table_list where type = 'shadow')
        order by rowid`,
    )
    .all()
  const rows = made
    .filter(({ type }) => type === 'table')
    .flatMap(({ name }) => describeRows(sqlite, String(name)))
  return [...made.map(({ sql }) => String(sql)), ...rows].map((line) => `${line};\n`).join('')
}

function describeRows(sqlite: DatabaseSync, table: string): string[] {
  const columns = sqlite.prepare(`select name from pragma_table_info('${table}')`).all()
  const values = columns.map(({ name }) =>
    // When a migration ran is not known before.
    table === 'kysely_migration' && name === 'timestamp'
      ? `'${now.replaceAll("'", "''")}'`
      : `quote("${name}")`,
  )
  return sqlite
    .prepare(`select ${values.join(` || ', ' || `)} as row from "${table}"`)
    .all()
    .map(({ row }) => `insert into "${table}" values (${row})`)
}
