import { sql } from 'kysely'
import { wordsOfCause } from '../../../server/core/start-error.ts'
import { tablesInOrder } from '../../../server/database/opening/copy-database.ts'
import { pendingMigrations } from '../../../server/database/opening/migrate.ts'
import type { Database } from '../../../server/database/tables/tables.ts'
import { addressOf, openPlace } from '../../../tests/support/browser/place.ts'
import {
  connectTo,
  describeSchema,
  fillEarlier,
  findMissing,
  firstRelease,
} from '../../../tests/support/server/earlier-database.ts'
import { rowsOfEveryTable } from '../../../tests/support/worlds/every-table.ts'
import { insertCells } from '../../../tests/support/worlds/fill.ts'

/** Tables that later migrations have to read, and their unique columns. */
export const large = {
  users: ['id', 'username_key', 'look_alike_key', 'email'],
  mails: ['id'],
  audit: ['id'],
  scans: ['id'],
} as const

export type OldDatabase = Awaited<ReturnType<typeof makeOldDatabase>>

/** Makes an empty database one of 0.2.0, with so many rows in each large table. */
export async function makeOldDatabase(databaseUrl: string, size: number, emptyUrl: string) {
  await using empty = await openPlace(emptyUrl)
  const fresh = await describeSchema(empty.database)
  return await withOld(databaseUrl, async (database) => {
    const rows = await fillEarlier(database, firstRelease, await rowsOfEveryTable(new Date()))
    for (const { table, row } of rows) {
      const unique: readonly string[] =
        Object.entries(large).find(([name]) => name === table)?.[1] ?? []
      if (unique.length === 0) continue
      const cells = Object.entries(row).map(([column, value]) => {
        const cell = typeof value === 'number' ? value : value === null ? null : String(value)
        return [column, unique.includes(column) ? sql`${sql.lit(cell)} || number` : cell] as const
      })
      await insertCells(database, size, table, Object.fromEntries(cells))
    }
    return {
      /** A row of each table, which has to be there afterwards. */
      rows,
      counts: await countRows(database),
      /** The schema of a database that never was of an earlier version. */
      fresh,
    }
  })
}

export function isOld(databaseUrl: string): Promise<boolean> {
  return withOld(databaseUrl, async (database) => (await pendingMigrations(database)).length > 0)
}

/** As it is, without bringing it up to date. */
async function withOld<Value>(databaseUrl: string, task: (database: Database) => Promise<Value>) {
  const database = connectTo(addressOf(databaseUrl))
  return await task(database).finally(() => database.destroy())
}

/** Counts the tables that every version has. */
async function countRows(database: Database): Promise<Record<string, number>> {
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

/** Opens the database as a start does. @returns what is not as it should be then */
export async function findWrong(databaseUrl: string, old: OldDatabase): Promise<readonly string[]> {
  try {
    await using place = await openPlace(databaseUrl)
    const schema = await describeSchema(place.database)
    const counts = await countRows(place.database)
    const missing = await findMissing(place.database, old.rows)
    return [
      ...old.fresh.filter((line) => !schema.includes(line)).map((line) => `missing: ${line}`),
      ...schema.filter((line) => !old.fresh.includes(line)).map((line) => `left over: ${line}`),
      ...missing.map(({ table }) => `the row of ${table} is gone or changed`),
      ...Object.entries(old.counts)
        .filter(([table, size]) => counts[table] !== size)
        .map(([table, size]) => `${table}: ${counts[table]} of ${size} rows`),
    ]
  } catch (cause) {
    return [wordsOfCause(cause)]
  }
}
