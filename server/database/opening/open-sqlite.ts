import { closeSync, existsSync, mkdirSync, openSync } from 'node:fs'
import { dirname } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { pathToFileURL } from 'node:url'
import { Kysely } from 'kysely'
import { NodeSqliteDialect } from '../drivers/sqlite-dialect.ts'
import type { Database, Tables } from '../tables/tables.ts'
import { migrate } from './migrate.ts'

/** Another process holds the lock for milliseconds. Waiting for it blocks all calls. */
const busyTimeoutMs = 500
/** A command may wait for a busy server: no other call waits with it. */
const commandTimeoutMs = 30_000
/**
 * 16 MB, four times SQLite's default, because mail of many users changes the same pages repeatedly. A
 * checkpoint blocks all calls, so the value must not be much larger.
 */
const walPages = 4000
/** SQLite's default of 2 MB holds little more than the upper index pages of a large database. */
export const cacheKibibytes = 65_536

/** Creates the file and its folder if they are missing, and runs pending migrations. */
export async function openSqlite(path: string): Promise<Database> {
  if (path !== ':memory:') makeFile(path)
  const sqlite = new DatabaseSync(path, { timeout: busyTimeoutMs })
  const database = wrapSqlite(sqlite, 'pragma journal_mode = wal')
  try {
    await migrate(database)
    return database
  } catch (cause) {
    await database.destroy()
    throw cause
  }
}

/** Opens an existing file for a command, without running migrations or changing it. */
export function connectSqlite(path: string): Database {
  const url = pathToFileURL(path)
  // By default SQLite creates a missing file.
  url.searchParams.set('mode', 'rw')
  return wrapSqlite(new DatabaseSync(url, { timeout: commandTimeoutMs }))
}

/** Takes over an open database, and closes it where that fails. Runs no migrations. */
export function wrapSqlite(sqlite: DatabaseSync, journalMode = ''): Database {
  try {
    // FULL: an acknowledged scan survives a power failure.
    sqlite.exec(`${journalMode}; pragma synchronous = full; pragma foreign_keys = on`)
    // Overwrites deleted data with zeros.
    sqlite.exec('pragma secure_delete = on')
    sqlite.exec(`pragma cache_size = -${cacheKibibytes}; pragma wal_autocheckpoint = ${walPages}`)
    return new Kysely<Tables>({ dialect: new NodeSqliteDialect(sqlite) })
  } catch (cause) {
    sqlite.close()
    throw cause
  }
}

/** Only the operating system account of the server may read personal data. */
function makeFile(path: string): void {
  makeFolder(dirname(path))
  closeSync(openSync(path, 'a', 0o600))
}

/** Node's recursive `mkdir` never returns where a folder cannot be created, for example in /proc. */
function makeFolder(path: string): void {
  if (existsSync(path)) return
  makeFolder(dirname(path))
  try {
    mkdirSync(path, { mode: 0o700 })
  } catch (cause) {
    // Another process that starts at the same time may have created it.
    if (!existsSync(path)) throw cause
  }
}
