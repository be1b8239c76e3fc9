import { sql } from 'kysely'
import { migrations } from '../../../server/database/opening/migrate.ts'
import { openDatabase } from '../../../server/database/opening/open.ts'
import type { Database } from '../../../server/database/tables/tables.ts'
import { createTestClock } from '../server/clock.ts'
import { fillEarlier } from '../server/earlier-database.ts'
import { rania, rowsOfEveryTable } from './every-table.ts'
import { insertNumbered, userRow } from './fill.ts'

async function tablesOf(database: Database): Promise<string[]> {
  const tables = await database.introspection.getTables()
  return tables.map(({ name }) => name).filter((name) => !/^kysely|_search/.test(name))
}

/** Every row of every table, sorted within each table. */
export async function contentOf(database: Database) {
  const content: Record<string, string[]> = {}
  for (const table of await tablesOf(database)) {
    const { rows } = await sql<Record<string, unknown>>`select * from ${sql.table(table)}`.execute(
      database,
    )
    content[table] = rows.map((row) => JSON.stringify(Object.entries(row).sort())).sort()
  }
  return content
}

/** Creates a database with rows in every table, many of them users. @returns the token of a signed-in user */
export async function fillDatabase(address: string): Promise<string> {
  const database = await openDatabase(address)
  const rows = await rowsOfEveryTable(createTestClock()())
  await fillEarlier(database, Object.keys(migrations).at(-1) ?? '', rows)
  await insertNumbered(database, 1200, 'users', userRow(0, rows.organizations.id))
  const body = 'Words, umlauts (ü), Arabic (أمان), and a line\nbreak'
  await database.updateTable('mails').set({ body }).execute()
  await database.destroy()
  return rania.token
}
