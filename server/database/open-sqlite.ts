import { closeSync, existsSync, mkdirSync, openSync } from 'node:fs'
import { dirname } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
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

/** The file is made with its folder if it is missing. */
export async function openSqlite(path: string): Promise<Database> {
  let sqlite: DatabaseSync | undefined
  try {
    if (path !== ':memory:') makeFile(path)
    sqlite = new DatabaseSync(path, { timeout: busyTimeoutMs })
    // FULL: an acknowledged scan is on the disk, whatever happens to the power afterwards.
    sqlite.exec('pragma journal_mode = wal; pragma synchronous = full; pragma foreign_keys = on')
    sqlite.exec(`pragma cache_size = -${cacheKibibytes}; pragma wal_autocheckpoint = ${walPages}`)
    const database = new Kysely<Tables>({ dialect: new NodeSqliteDialect(sqlite) })
    await migrate(database)
    return database
  } catch (cause) {
    sqlite?.close()
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
