import { existsSync, linkSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'
import { sql } from 'kysely'
import { isPostgresUrl } from '../../core/database-address.ts'
import { StartError, wordsOfCause } from '../../core/start-error.ts'
import { copyDatabase } from '../../database/opening/copy-database.ts'
import { releaseOf, unknownMigrations } from '../../database/opening/migrate.ts'
import { openDatabase } from '../../database/opening/open.ts'
import { openForCopy, openForLook } from '../../database/opening/open-existing.ts'
import { gatherStatistics } from '../../database/statistics.ts'
import type { Database } from '../../database/tables/tables.ts'
import { checkIntegrity, takeSecrets } from './copy.ts'

/** Files of SQLite beside the database; it would apply an old one to a restored database. */
const endings = ['', '-wal', '-shm', '-journal']

/** @throws StartError if there is a database file, or anything of one */
export function requireEmptyPlace(address: string): void {
  if (isPostgresUrl(address)) return
  const there = endings.map((ending) => address + ending).find((path) => existsSync(path))
  if (there !== undefined) {
    throw new StartError(
      `${there} is there already, and a restore overwrites nothing: stop the server and move it away`,
    )
  }
}

/**
 * Makes sure that a file is a whole database of a version that this one can read.
 * @returns what else was in it, see `addSecrets`
 * @throws StartError
 */
export async function takeContent(staged: string, file: string): Promise<string | undefined> {
  try {
    checkIntegrity(staged)
    await using cleanUp = new AsyncDisposableStack()
    const database = await openForLook(staged)
    cleanUp.defer(() => database.destroy())
    const unknown = await unknownMigrations(database)
    if (unknown.length > 0) throw new Error(`it is of ${releaseOf(unknown)}`)
    await requireOwnCode(database)
    return takeSecrets(staged)
  } catch (cause) {
    const words = wordsOfCause(cause).replaceAll(staged, file)
    throw new StartError(`Cannot restore ${file}: ${words}`)
  }
}

/** A trigger or a view runs when a server uses the tables. */
async function requireOwnCode(database: Database): Promise<void> {
  const own = await openDatabase(':memory:')
  const known = new Set(await readCode(own))
  await own.destroy()
  if ((await readCode(database)).every((code) => known.has(code))) return
  throw new Error('it has triggers or views that are not those of Aman')
}

async function readCode(database: Database): Promise<string[]> {
  const { rows } = await sql<{ sql: string }>`
    select sql from sqlite_schema where type in ('trigger', 'view')`.execute(database)
  return rows.map((row) => row.sql)
}

/** All of it, or nothing. */
export async function toDatabase(staged: string, address: string): Promise<void> {
  if (!isPostgresUrl(address)) {
    closeJournal(staged)
    // Fails where another process has made one meanwhile.
    linkSync(staged, address)
    return
  }
  await using cleanUp = new AsyncDisposableStack()
  // A copy of an older version gets the tables of this one first.
  const source = await openDatabase(staged)
  cleanUp.defer(() => source.destroy())
  const target = await openForCopy(address)
  cleanUp.defer(() => target.destroy())
  await copyDatabase(source, target)
  await gatherStatistics(target)
}

/** All of a database is in its one file afterwards. */
function closeJournal(file: string): void {
  using sqlite = new DatabaseSync(file)
  sqlite.exec('pragma journal_mode = delete')
}
