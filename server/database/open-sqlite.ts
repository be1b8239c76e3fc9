import { closeSync, existsSync, mkdirSync, openSync } from 'node:fs'
import { dirname } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { pathToFileURL } from 'node:url'
import { Kysely } from 'kysely'
import { migrate } from './migrate.ts'
import { NodeSqliteDialect } from './sqlite-dialect.ts'
import type { Database, Tables } from './tables.ts'

/** Another process holds the lock for milliseconds; all calls wait while one waits for it. */
const busyTimeoutMs = 500
/**
 * 16 MB, four times SQLite's own: mail of many people changes the same pages again and again. Writing
 * them back keeps everybody waiting, so that it must not be much more.
 */
const walPages = 4000
/** SQLite's own 2 MB hold little more than the indexes' upper pages of a large database. */
export const cacheKibibytes = 65_536

/** Creates the file and its folder if they are missing, and brings the database up to date. */
export async function openSqlite(path: string): Promise<Database> {
  if (path !== ':memory:') makeFile(path)
  const database = connect(path, 'pragma journal_mode = wal')
  try {
    await migrate(database)
    return database
  } catch (cause) {
    await database.destroy()
    throw cause
  }
}

/** Opens a file that exists, without a migration or any other change. */
export function connectSqlite(path: string): Database {
  const url = pathToFileURL(path)
  // SQLite creates a missing file unless told otherwise.
  url.searchParams.set('mode', 'rw')
  return connect(url, '')
}

function connect(place: string | URL, journalMode: string): Database {
  const sqlite = new DatabaseSync(place, { timeout: busyTimeoutMs })
  try {
    // FULL: an acknowledged scan is on the disk, whatever happens to the power afterwards.
    sqlite.exec(`${journalMode}; pragma synchronous = full; pragma foreign_keys = on`)
    // What is deleted is written over with zeros.
    sqlite.exec('pragma secure_delete = on')
    sqlite.exec(`pragma cache_size = -${cacheKibibytes}; pragma wal_autocheckpoint = ${walPages}`)
    return new Kysely<Tables>({ dialect: new NodeSqliteDialect(sqlite) })
  } catch (cause) {
    sqlite.close()
    throw cause
  }
}

/** Only the account that runs the server may read what is kept about people. */
function makeFile(path: string): void {
  makeFolder(dirname(path))
  closeSync(openSync(path, 'a', 0o600))
}

/** By hand, for Node's own recursive way never ends where a folder cannot be made, in /proc for instance. */
function makeFolder(path: string): void {
  if (existsSync(path)) return
  makeFolder(dirname(path))
  try {
    mkdirSync(path, { mode: 0o700 })
  } catch (cause) {
    // Another process that starts at the same time may have made it.
    if (!existsSync(path)) throw cause
  }
}
