import { sql } from 'kysely'
import { addressOf } from '../../bench/database.ts'
import { tablesInOrder } from '../../server/database/copy-database.ts'
import type { Database } from '../../server/database/tables.ts'
import { connectTo, type EarlierRow, fillEarlier } from '../../tests/support/earlier-database.ts'
import { rowsOfEveryTable } from '../../tests/support/every-table.ts'

/** When there was mail and an audit trail, of which later migrations make new indexes. */
const oldState = '0002-people-and-mail'

/** What later migrations have to read; each with the columns that no two rows may share. */
const large = [
  ['users', ['id', 'username_key', 'email']],
  ['mails', ['id']],
  ['audit', ['id']],
  ['scans', ['id']],
] as const

export interface OldDatabase {
  /** A row of each table, which has to be there afterwards. */
  readonly rows: readonly EarlierRow[]
  readonly counts: Readonly<Record<string, number>>
}

/** Makes an empty database one of an earlier version, with so many rows in each large table. */
export async function makeOldDatabase(databaseUrl: string, size: number): Promise<OldDatabase> {
  const database = connectTo(addressOf(databaseUrl))
  try {
    const rows = await fillEarlier(database, oldState, await rowsOfEveryTable(new Date()))
    for (const [table, unique] of large) {
      const row = rows.find((earlier) => earlier.table === table)?.row ?? {}
      await multiply(database, table, Object.keys(row), unique, size)
    }
    return { rows, counts: await countRows(database) }
  } finally {
    await database.destroy()
  }
}

/** The same row again and again, with a number behind what has to differ. */
async function multiply(
  database: Database,
  table: string,
  columns: readonly string[],
  unique: readonly string[],
  size: number,
): Promise<void> {
  const values = columns.map((column) =>
    unique.includes(column) ? sql`${sql.ref(column)} || number` : sql.ref(column),
  )
  await sql`insert into ${sql.table(table)} (${sql.join(columns.map((column) => sql.ref(column)))})
    with recursive numbers(number) as
      (select 1 union all select number + 1 from numbers where number < ${sql.lit(size)})
    select ${sql.join(values)} from ${sql.table(table)}, numbers`.execute(database)
}

/** Of the tables that every version has. */
export async function countRows(database: Database): Promise<Record<string, number>> {
  const tables = await database.introspection.getTables()
  const names: readonly string[] = tables.map(({ name }) => name)
  const counts: Record<string, number> = {}
  for (const table of tablesInOrder.filter((name) => names.includes(name))) {
    const { rows } = await sql<{ size: number }>`
      select count(*) as size from ${sql.table(table)}`.execute(database)
    counts[table] = Number(rows[0]?.size)
  }
  return counts
}
