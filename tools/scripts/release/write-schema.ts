import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { migrate } from '../../../server/database/opening/migrate.ts'
import { describeSchema, wrapSqlite } from '../../../server/database/opening/open-sqlite.ts'

/** Puts what all migrations make of an empty file where the server of a release looks for it. */
export async function writeSchema(target: string): Promise<void> {
  const sqlite = new DatabaseSync(':memory:')
  const database = wrapSqlite(sqlite)
  await migrate(database)
  const file = join(target, 'server/database/opening/schema.sql')
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(file, describeSchema(sqlite))
  await database.destroy()
}
