import { existsSync, linkSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'
import { sql } from 'kysely'
import { isPostgresUrl } from '../../core/database-address.ts'
import { StartError, wordsOfCause } from '../../core/start-error.ts'
import { copyDatabase, copySqliteFile } from '../../database/opening/copy-database.ts'
import { releaseOf, unknownMigrations } from '../../database/opening/migrate.ts'
import { openDatabase } from '../../database/opening/open.ts'
import {
  openExistingDatabase,
  openForCopy,
  openForLook,
} from '../../database/opening/open-existing.ts'
import { gatherStatistics } from '../../database/statistics.ts'
import type { Database } from '../../database/tables/tables.ts'

/** Only in a backup that is encrypted. */
const secretsTable = 'backup_secrets'

/**
 * Copies a database of either engine into a new file of SQLite.
 * @throws Error if the copy is not whole
 */
export async function copyToFile(address: string, file: string): Promise<void> {
  if (isPostgresUrl(address)) await copyPostgres(address, file)
  else copySqliteFile(address, file)
  checkIntegrity(file)
}

async function copyPostgres(address: string, file: string): Promise<void> {
  await using cleanUp = new AsyncDisposableStack()
  const source = await openExistingDatabase(address)
  cleanUp.defer(() => source.destroy())
  const target = await openDatabase(file)
  cleanUp.defer(() => target.destroy())
  // PostgreSQL has fewer of them, and a row without its user must not keep all others from a backup.
  await sql`pragma foreign_keys = off`.execute(target)
  await copyDatabase(source, target)
}

/** @throws Error for a file that SQLite cannot read all of */
function checkIntegrity(file: string): void {
  using sqlite = new DatabaseSync(file, { readOnly: true })
  const result = sqlite.prepare('pragma integrity_check').get()
  if (result?.integrity_check !== 'ok') throw new Error('the copy failed its integrity check')
}

export function addSecrets(file: string, secrets: string): void {
  using sqlite = new DatabaseSync(file)
  sqlite.exec(`create table ${secretsTable} (text text not null)`)
  sqlite.prepare(`insert into ${secretsTable} values (?)`).run(secrets)
}

/** Takes the secrets out of a file, so that it has the tables of a server alone. */
function takeSecrets(file: string): string | undefined {
  using sqlite = new DatabaseSync(file)
  sqlite.exec('pragma secure_delete = on')
  const isThere = sqlite.prepare('select 1 from sqlite_schema where name = ?').get(secretsTable)
  if (isThere === undefined) return undefined
  const text = sqlite.prepare(`select text from ${secretsTable}`).get()?.text
  sqlite.exec(`drop table ${secretsTable}`)
  return typeof text === 'string' ? text : undefined
}

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
