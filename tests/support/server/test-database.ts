import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { migrate } from '../../../server/database/opening/migrate.ts'
import { wrapSqlite } from '../../../server/database/opening/open-sqlite.ts'
import type { Database } from '../../../server/database/tables/tables.ts'
import { temporaryFolder } from '../temporary-folder.ts'

/** A database that is not open yet. */
export interface TestDatabase extends AsyncDisposable {
  /** As `openDatabase` takes it. */
  readonly address: string
  /** As `DATABASE_URL` says it. */
  readonly url: string
}

/** A migrated, empty database. */
export interface OpenTestDatabase extends AsyncDisposable {
  readonly database: Database
}

interface TestDatabases {
  /** For one connection. */
  readonly open: () => Promise<OpenTestDatabase>
  /** For several connections, and for other processes. */
  readonly create: () => Promise<TestDatabase>
  /** As it is before a server ever saw it. */
  readonly createEmpty: () => Promise<TestDatabase>
}

let databases: TestDatabases = {
  async open() {
    migrated ??= migratedBytes()
    const sqlite = new DatabaseSync(':memory:')
    sqlite.deserialize(await migrated)
    const database = wrapSqlite(sqlite)
    return { database, [Symbol.asyncDispose]: () => database.destroy() }
  },
  create: createFile,
  createEmpty: createFile,
}

/** There is no file yet; the server creates and migrates it. */
async function createFile(): Promise<TestDatabase> {
  const folder = await temporaryFolder()
  const address = join(folder.path, 'aman.db')
  return { address, url: `file:${address}`, [Symbol.asyncDispose]: () => folder.remove() }
}

/** Migrations take ten times as long as reading what they made. */
let migrated: Promise<Uint8Array> | undefined

async function migratedBytes(): Promise<Uint8Array> {
  const sqlite = new DatabaseSync(':memory:')
  const database = wrapSqlite(sqlite)
  await migrate(database)
  const bytes = sqlite.serialize()
  await database.destroy()
  return bytes
}

/** Runs the tests of this process on another engine than SQLite. */
export function setTestDatabases(others: TestDatabases): void {
  databases = others
}

export function createTestDatabase(): Promise<TestDatabase> {
  return databases.create()
}

export function createEmptyDatabase(): Promise<TestDatabase> {
  return databases.createEmpty()
}

export function openTestDatabase(): Promise<OpenTestDatabase> {
  return databases.open()
}
